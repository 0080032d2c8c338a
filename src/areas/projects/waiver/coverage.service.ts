import { coverageGaps } from "#areas/contracts/contracts.server.ts";
import { orderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import type { DemandedPaper } from "../pay/papers.service.ts";
import type { PayStored } from "../pay/pay.noun.ts";

/** Insurance and bonds that the contract of an application's order demands and that are not on file today. */
export const demandedCoverage = async (db: Db, a: PayStored): Promise<DemandedPaper[]> => {
  if (a.status === "certified" || a.status === "withdrawn") return [];
  const order = await orderToPay(db, a.purchaseOrderId);
  const gaps = order?.contractId ? await coverageGaps(db, order.contractId) : [];
  return gaps.map((says) => ({
    title: "Insurance and bonds of the contract",
    ok: false,
    says,
    citation: "",
  }));
};
