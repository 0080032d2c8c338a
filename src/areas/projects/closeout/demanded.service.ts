import { orderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import type { DemandedPaper } from "../pay/papers.service.ts";
import type { PayStored } from "../pay/pay.noun.ts";
import { totalsOfApplication } from "../pay/pay.read.service.ts";
import { withholdingOf } from "./law.service.ts";

/** The last application of an order is certified once the state's withholding certificate is in, where law asks it. */
export const demandedCertificate = async (db: Db, a: PayStored): Promise<DemandedPaper[]> => {
  if (a.status === "certified" || a.status === "withdrawn") return [];
  const order = await orderToPay(db, a.purchaseOrderId);
  if (!order?.contractId) return [];
  const law = await withholdingOf(db, [order.contractId]);
  if (law.length === 0 || (await totalsOfApplication(db, a)).balance !== 0) return [];
  return law.map(({ says, citation }) => ({
    title: "Withholding tax certificate",
    ok: says === null,
    says: says ?? "accepted",
    citation,
  }));
};
