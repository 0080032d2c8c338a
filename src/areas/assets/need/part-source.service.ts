import { extensionPoint } from "#server/area.ts";
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";

export type PartWanted = {
  needId: string;
  workOrderId: string;
  description: string;
  commodityCode: string | null;
  /** `numeric(18,4)` text. */
  quantity: string;
  unit: string;
};

/** Where parts come from: an area of stock, when there is one. It keeps its own ledger. */
export type PartSource = {
  /** How many of each need can be had now, by need; what it does not know is left out. */
  available: (db: Db, wanted: readonly PartWanted[]) => Promise<ReadonlyMap<string, string>>;
  /** Holds it for the work. */
  reserve: (tx: Tx, actor: Actor, wanted: PartWanted) => Promise<void>;
  /** Hands it out; gives the source's own number of it. */
  issue: (tx: Tx, actor: Actor, wanted: PartWanted) => Promise<string>;
  /** Takes it back under that number. */
  giveBack: (tx: Tx, actor: Actor, ref: string) => Promise<void>;
};

let source: PartSource | null = null;
/** Brought by the area that keeps stock, once. */
export const registerPartSource = extensionPoint<PartSource>("source of parts", (brought) => {
  source = brought;
});
/** The area that keeps stock, or null while there is none. */
export const partSource = (): PartSource | null => source;
