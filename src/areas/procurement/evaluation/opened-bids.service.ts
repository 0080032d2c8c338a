import type { Db, Tx } from "../../../server/db/db.ts";
import type { OpenedBid } from "../bid/bid-content.model.ts";

/** How evaluation reads bids: after the opening, and never otherwise. `judge` tells a bid what became of it. */
export type BidSource = {
  opened: (db: Db, solicitationId: string) => Promise<OpenedBid[]>;
  judge?: (tx: Tx, bidId: string, outcome: "responsive" | "nonresponsive" | "evaluated" | "selected" | "not_selected", reason: string) => Promise<void>;
};

let source: BidSource = { opened: async () => [] };
/** Names where opened bids come from; called when the server starts, by whoever opens them. */
export const useBidSource = (given: BidSource): void => void (source = given);

/** The opened bids of a solicitation, in the order of receipt; empty before the opening. */
export const openedBids = async (db: Db, solicitationId: string): Promise<OpenedBid[]> => (await source.opened(db, solicitationId)).toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : a.receivedAt > b.receivedAt ? 1 : a.bidId < b.bidId ? -1 : 1));

export const judgeBid = async (tx: Tx, bidId: string, outcome: Parameters<NonNullable<BidSource["judge"]>>[2], reason = ""): Promise<void> => source.judge?.(tx, bidId, outcome, reason);
