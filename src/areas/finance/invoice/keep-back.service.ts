import { keepBackOfContract } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { withheldBut } from "./invoice.service.ts";
import { mostRetainage } from "./retainage.model.ts";

/** What contract and law let be kept back of a bill of so many cents that is still to be entered. */
export type KeptBack = { rate: string; most: number; citation: string };

/** The contract's rate in percent, and the most that may be kept back of `total` cents now. */
export const keptBackOf = async (
  db: Db,
  contractId: string | null,
  total: number,
): Promise<KeptBack> => {
  const limits = await keepBackOfContract(db, contractId);
  const held = contractId && limits?.atMost != null ? await withheldBut(db, contractId, null) : 0;
  return {
    rate: limits?.percent ?? "0",
    most: mostRetainage(total, limits, held),
    citation: limits?.citation ?? "",
  };
};
