import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { bidCycle, type BidAction, type BidStatus } from "./bid.model.ts";
import { bid } from "./bid.tables.ts";

/** Who reads the opened bids of a solicitation. */
export type BidReader = (db: Db, actor: Actor, solicitationId: string) => Promise<boolean>;
const readers: BidReader[] = [];

/** What comes after the opening says who reads bids: nobody before, and only who takes part then. */
export const bidReaders = extensionPoint<BidReader>("readers of bids", (one) => {
  readers.push(one);
});

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
  confidential: true,
  visible: async (db, actor, row) => {
    if (row.openedAt === null) return false;
    for (const reads of readers) if (await reads(db, actor, row.solicitationId)) return true;
    return false;
  },
});
