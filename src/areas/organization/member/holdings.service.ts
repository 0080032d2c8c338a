import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** One thing that hangs on a person. */
export type Held = { id: string; label: string; link: string | null };

/**
 * What of an area hangs on a person, for whoever leaves: approvals, drafts, tasks, keys. `of` gives
 * at most 200 in the order in which they should be looked at. `takeOver` gives all of it to a
 * successor, once the person is no longer a member, and says how many went; without it people do it
 * by hand at `byHand`.
 */
export type Holding = {
  kind: string;
  label: string;
  place: number;
  of: (db: Db, personId: string) => Promise<Held[]>;
  /** What to do, in words, where nobody can simply take it over. */
  byHand?: string;
  takeOver?: (
    tx: Tx,
    actor: Actor,
    personId: string,
    successorId: string | null,
  ) => Promise<number>;
  /** Ends by itself with the membership: no successor is asked for. */
  endsItself?: boolean;
};

const all: Holding[] = [];

/** An area tells what of it hangs on a person. */
export const holdings = extensionPoint<Holding>("what hangs on a person", (holding) => {
  all.push(holding);
});

/** All kinds in the order of their places. */
export const allHoldings = (): readonly Holding[] => all.toSorted((a, b) => a.place - b.place);
