import { z } from "zod";

/** What waits in the stores: each figure opens its rows. */
export const stockStanding = z
  .object({
    /** Items of which no more is free than their reorder point. */ below: z.number(),
    /** Of those, what is neither on order nor asked for. */ toReorder: z.number(),
    /** Lots that go to nobody until somebody decides. */ quarantined: z.number(),
    /** Lots whose last day is within thirty days. */ expiring: z.number(),
    /** Lots whose last day is over. */ expired: z.number(),
    /** What is asked of the stores and not handed out. */ asked: z.number(),
    /** Items at places that were not counted within the agency's interval. */ countsDue:
      z.number(),
    /** Counts that somebody counts, or counts again. */ toCount: z.number(),
    /** What lies where goods are received, line by line. */ toPutAway: z.number(),
    /** Receipts of pieces whose serial numbers lack. */ unnumbered: z.number(),
    /** What was rejected and has not gone back. */ rejected: z.number(),
    items: z.number(),
    locations: z.number(),
  })
  .meta({ id: "StockStanding" });
export type StockStanding = z.output<typeof stockStanding>;
