import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import type { BoardColumn, CardKind } from "./board.labels.ts";

/** Something that waits for a side of a project, or lacks. */
export type CourtCard = {
  kind: CardKind;
  id: string;
  projectId: string;
  number: string;
  /** What is to be done, in words. */
  says: string;
  href: string;
  column: BoardColumn;
  dueOn: Day | null;
  /** From which day on it waits. */
  since: Day | null;
};

/** Where the card of a matter stands that is in this court. */
export const columnOf = {
  agency: "ours",
  contractor: "contractors",
  designer: "designers",
} as const satisfies Record<string, BoardColumn>;

/** What a noun puts on the board; bounded, by an index. */
export type CourtCards = (db: Db) => Promise<readonly CourtCard[]>;

/** A noun puts at most so many cards on the board, those of the earliest day. */
export const mostCards = 200;
