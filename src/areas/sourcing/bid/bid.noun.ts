import { defineNoun } from "#server/lifecycle.ts";
import { bidCycle, type BidAction, type BidStatus } from "./bid.model.ts";
import { bid } from "./bid.tables.ts";

/**
 * A bid after its opening. Until then its steps are recorded under seal (`under-seal.service.ts`):
 * `transition` would tell everybody whose it is.
 */
export const bidNoun = defineNoun<BidStatus, BidAction, typeof bid>({
  name: "bid",
  path: "bids",
  table: bid,
  cycle: bidCycle,
  number: (row) => `Bid ${row.id.slice(-6)}, revision ${row.revision}`,
  read: "evaluation.read",
});
