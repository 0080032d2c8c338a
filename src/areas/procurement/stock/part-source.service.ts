import { extensionPoint } from "#server/area.ts";
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** What stock is drawn for; whoever consumes bears its cost. */
export type Consumer = { type: "workOrder" | "project" | "incident" | "department"; id: string };

/** Something wanted from stock. */
export type PartWanted = {
  /** The record that wants it: one line of a work order, of a resource request, of whatever asks. */
  needId: string;
  consumer: Consumer;
  description: string;
  /** What tells one article from another, where it is known; the source knows what it is called. */
  commodityCode: string | null;
  /** `numeric(18,4)` text. */
  quantity: string;
  unit: string;
  /** The budget line that bears it where it is charged as it is issued; left out, the one that is known. */
  accountStringId?: string | null;
};

/** Where parts come from: an area of stock, when there is one. It keeps its own ledger. */
export type PartSource = {
  /** How many of each need can be had now, by need; what it does not know is left out. */
  available: (db: Db, wanted: readonly PartWanted[]) => Promise<ReadonlyMap<string, string>>;
  /** Holds it for the consumer as far as there is some; gives the source's own number of it, or null. */
  reserve: (tx: Tx, actor: Actor, wanted: PartWanted) => Promise<string | null>;
  /** Hands out what was held under that number, or what is there; gives the number of the issue. */
  issue: (tx: Tx, actor: Actor, wanted: PartWanted, held: string | null) => Promise<string>;
  /** Takes back what was held or issued under that number. */
  giveBack: (tx: Tx, actor: Actor, ref: string) => Promise<void>;
};

let source: PartSource | null = null;
/** Brought by the area that keeps stock, once; null where there is none again. */
export const registerPartSource = extensionPoint<PartSource | null>(
  "source of parts",
  (brought) => {
    source = brought;
  },
);
/** The area that keeps stock, or null while there is none. */
export const partSource = (): PartSource | null => source;
