import { dayOf } from "./moment.model.ts";
import type { KeptTask, Snapshot } from "./snapshot.model.ts";
import type { Minute } from "./worktime.model.ts";

/** The calendar that a task goes by: its own, else the schedule's, else the agency's. */
export const effectiveCalendar = (of: Snapshot, { calendarId }: KeptTask): string =>
  calendarId ?? of.calendarId ?? "agency";

const namedIn = (of: Snapshot, id: string) => of.calendars.find((each) => each.id === id);

/** What a calendar is called. */
export const calendarName = (of: Snapshot, id: string): string =>
  namedIn(of, id)?.name ?? "a calendar that is gone";

/** Why the hours of a calendar differ between two moments of two snapshots; null where they do not. */
export const hoursDiffer = (
  before: Snapshot,
  after: Snapshot,
  { id, from, to }: { id: string; from: Minute; to: Minute },
): string | null => {
  const [old, now] = [namedIn(before, id), namedIn(after, id)];
  if (!old || !now) return null;
  if (JSON.stringify(old.week) !== JSON.stringify(now.week)) return "the hours of its week changed";
  const [first, last] = [dayOf(from), dayOf(to)];
  const within = (of: typeof old) =>
    new Map(
      of.exceptions
        .filter(({ on }) => on >= first && on <= last)
        .map((each) => [each.on, JSON.stringify(each.shifts)]),
    );
  const [stood, stands] = [within(old), within(now)];
  const changed = [...new Set([...stood.keys(), ...stands.keys()])].filter(
    (on) => stood.get(on) !== stands.get(on),
  );
  if (changed.length === 0) return null;
  const why = now.exceptions.find(({ on }) => on === changed[0])?.why;
  const days = changed.length === 1 ? "1 day has" : `${changed.length} days have`;
  return `${days} other hours now${why ? ` (${why})` : ""}`;
};
