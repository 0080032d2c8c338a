import type { Position } from "#kernel/geo/fence.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** Something that somebody of the agency has to drive to: a transfer, a work order. */
export type Errand = {
  type: string;
  id: string;
  number: string;
  title: string;
  /** Where it is, in words. */
  place: string;
  /** Null where the place has no position. */
  position: Position | null;
  /** The day on which it is expected; null where nobody waits for a day. */
  due: Day | null;
};

/** Where an area says what of it is driven to. */
export type ErrandSource = {
  /** The noun of its records. */
  type: string;
  label: string;
  href: (id: string) => string;
  /** What waits to be driven to until a day, the earliest first, at most so many. */
  waiting: (db: Db, until: Day, most: number) => Promise<Errand[]>;
  /** One of them; null where it is gone, or nothing of it is to be driven any more. */
  read: (db: Db, id: string) => Promise<Errand | null>;
};

const sources: ErrandSource[] = [];

/** Areas say which of their records somebody drives to. */
export const errandSources = extensionPoint<ErrandSource>(
  "errands that routes are planned for",
  (source) => void sources.push(source),
);

/** All that are declared. */
export const allErrandSources = (): readonly ErrandSource[] => sources;
