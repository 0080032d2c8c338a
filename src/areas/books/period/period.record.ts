import type { accountingPeriod } from "../books.tables.ts";

/** A period as it is stored. */
export type PeriodRecord = typeof accountingPeriod.$inferSelect;
