import { instantIn, wallClock } from "#kernel/dates.ts";
import { instantAt } from "#kernel/time.ts";

const hourMs = 3_600_000;

/**
 * The instants, in milliseconds, that a wall clock of a zone calls so (`2026-11-01T01:30`): two in the
 * hour that comes twice, none in the one that is left out, else one.
 */
export const instantsCalled = (wall: string, zone: string): number[] => {
  const near = instantIn(wall, zone);
  return [-hourMs, 0, hourMs]
    .map((by) => near + by)
    .filter((at) => wallClock(instantAt(at), zone) === wall);
};

/** What somebody typed as one of a day's times. */
export type TypedTime = { at: number } | { wrong: "missing" | "skipped" | "twice" };

/** The instant of a day and a time; `later` answers which of two it was. */
export const typedTime = (
  day: string,
  time: string,
  later: boolean | null,
  zone: string,
): TypedTime => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return { wrong: "missing" };
  const called = instantsCalled(`${day}T${time}`, zone);
  if (called.length === 0) return { wrong: "skipped" };
  if (called.length === 1) return { at: called[0]! };
  return later === null ? { wrong: "twice" } : { at: called[later ? 1 : 0]! };
};
