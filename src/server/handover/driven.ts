import type { Position } from "#kernel/geo/fence.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A line of what travels, with its lot in words; quantities are decimal text of its unit. */
type DrivenLine = {
  lineId: string;
  description: string;
  unit: string;
  sent: string;
  arrived: string;
};

/** A transfer between the agency's own places, as its driver hands it over. */
export type DrivenTransfer = {
  id: string;
  number: string;
  from: string;
  to: string;
  /** Where it goes, with its address. */
  place: string;
  /** Null where the place has no position. */
  position: Position | null;
  expectedOn: Day | null;
  sentOn: Day | null;
  /** Whose the goods are until somebody counted them. */
  senderId: string | null;
  /** Whether something of it is on the way. */
  onTheWay: boolean;
  /** Whether it was called back, or never sent. */
  gone: boolean;
  /** Whether somebody counted what arrived. */
  counted: boolean;
  lines: DrivenLine[];
};

type Read = (db: Db, id: string) => Promise<DrivenTransfer>;

let read: Read | null = null;
/** Who keeps the stores says what a transfer is to whoever hands it over. */
export const drivenTransfers = extensionPoint<Read>(
  "transfers that drivers hand over",
  (reader) => {
    read = reader;
  },
  { required: true },
);

/** A transfer as its driver hands it over. 404. */
export const drivenTransfer: Read = (db, id) => {
  if (!read) throw new Error("nobody knows transfers");
  return read(db, id);
};
