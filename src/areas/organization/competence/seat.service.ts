import { conflict } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** Work that an agency may keep for people with certificates. */
export const seats = [
  "workOrder",
  "inspection",
  "incident",
  "evaluator",
  "opener",
  "release",
] as const;
export type Seat = (typeof seats)[number];

/**
 * Who knows whom a seat is closed to now: the reason in words by person, of those who lack something.
 * `codes` are what this one piece of work demands beside what the seat does. Null: the agency has not
 * switched the seat on.
 */
type SeatKeeper = (
  db: Db,
  seat: Seat,
  people: readonly string[],
  codes: readonly string[],
) => Promise<ReadonlyMap<string, string> | null>;

let keeper: SeatKeeper | null = null;

/** Brought by the area that keeps certificates of people, once. */
export const seatKeeper = extensionPoint<SeatKeeper>("seats of the qualified", (brought) => {
  keeper = brought;
});

/** Whom of some people a seat is closed to, with the reason; null where the agency has not switched it on. */
export const closedSeats = async (
  db: Db,
  seat: Seat,
  people: readonly string[],
  codes: readonly string[] = [],
): Promise<ReadonlyMap<string, string> | null> => (keeper ? keeper(db, seat, people, codes) : null);

/**
 * Lets a person take a seat; call it behind the locks of the record. True where the agency has switched
 * the seat on. 409 `not_qualified` with what is missing, and the next session where there is one.
 */
export const requireSeat = async (
  db: Db,
  seat: Seat,
  personId: string | null,
  codes: readonly string[] = [],
): Promise<boolean> => {
  if (!personId) return false;
  const closed = await closedSeats(db, seat, [personId], codes);
  const why = closed?.get(personId);
  if (why) throw conflict("not_qualified", why);
  return closed !== null;
};
