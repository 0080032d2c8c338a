import { extensionPoint } from "./area.ts";
import { countByFiscalYear, type YearOf } from "./number-year.ts";

/** Whose fiscal years number the records: the open one of a day, null where none is open. */
export const fiscalYears = extensionPoint<YearOf>("fiscal years of numbers", countByFiscalYear);
