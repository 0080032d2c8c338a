import { formatDate } from "#kernel/dates.ts";
import type { Db } from "#server/db/db.ts";
import type { DemandedPaper } from "../pay/papers.service.ts";
import type { PayStored } from "../pay/pay.noun.ts";
import { lackingPayrolls } from "./demand.service.ts";

/** An application waits for the certified payrolls to the end of its period, where wages are demanded. */
export const demandedPayrolls = async (db: Db, a: PayStored): Promise<DemandedPaper[]> => {
  const { wages, lacking } = await lackingPayrolls(db, {
    projectId: a.projectId,
    purchaseOrderId: a.purchaseOrderId,
    to: a.periodTo,
  });
  if (wages.demanded === "no") return [];
  const says = lacking.map(
    ({ employer, weeks }) => `${employer}: weeks to ${weeks.map(formatDate).join(", ")}`,
  );
  return [
    {
      title: `Certified payrolls to ${formatDate(a.periodTo)}`,
      ok: lacking.length === 0,
      says: lacking.length === 0 ? `Every week has its payroll: ${wages.because}` : says.join("; "),
      citation: "29 CFR 5.5(a)(3)(ii)(A)",
    },
  ];
};
