import { calendarName, effectiveCalendar, hoursDiffer } from "./compared-hours.model.ts";
import { dayOf, daysBehind, lastDayOf } from "./moment.model.ts";
import type { PlanLink } from "./plan.model.ts";
import type { KeptTask, Snapshot } from "./snapshot.model.ts";

export const causes = {
  progress: { label: "Its own progress" },
  predecessor: { label: "A predecessor" },
  constraint: { label: "A constraint" },
  calendar: { label: "A calendar" },
  link: { label: "A link" },
  duration: { label: "Its length" },
  new: { label: "It is new" },
  gone: { label: "It is gone" },
  "data date": { label: "The data date" },
} as const;
export type Cause = keyof typeof causes;

/** Two snapshots, and their tasks and links by id. */
export type Pair = {
  before: Snapshot;
  after: Snapshot;
  stood: ReadonlyMap<string, KeptTask>;
  stands: ReadonlyMap<string, KeptTask>;
  oldLinks: ReadonlyMap<string, PlanLink>;
  links: ReadonlyMap<string, PlanLink>;
};
/** Why a task moved; `by` is the task that it waits for. */
export type Why = { cause: Cause; by: string | null; says: string };

const hours = (minutes: number): string => {
  const n = Math.round(minutes / 6) / 10;
  return `${n} ${n === 1 ? "hour" : "hours"}`;
};

/** "3 days later", "1 day earlier". */
export const shiftSaid = (days: number): string => {
  const n = Math.abs(days);
  return `${n} ${n === 1 ? "day" : "days"} ${days > 0 ? "later" : "earlier"}`;
};

/** Whether a task lies on other days than before. */
export const moved = (old: KeptTask, now: KeptTask): boolean =>
  dayOf(old.start) !== dayOf(now.start) || lastDayOf(old.finish) !== lastDayOf(now.finish);

const why = (cause: Cause, says: string, by: string | null = null): Why => ({ cause, by, says });

const ownProgress = (old: KeptTask, now: KeptTask): Why | null => {
  if (old.actualFinish !== now.actualFinish && now.actualFinish !== null)
    return why("progress", `It finished on ${lastDayOf(now.actualFinish)}.`);
  if (now.actualStart === null) return null;
  if (
    old.actualStart === now.actualStart &&
    old.percent === now.percent &&
    old.remaining === now.remaining
  )
    return null;
  return why("progress", `${now.percent} percent are done, ${hours(now.remaining)} are left.`);
};

const ownPlan = (old: KeptTask, now: KeptTask): Why | null => {
  if (old.duration !== now.duration)
    return why("duration", `It takes ${hours(now.duration)} in place of ${hours(old.duration)}.`);
  if (JSON.stringify(old.constraint) !== JSON.stringify(now.constraint))
    return why(
      "constraint",
      now.constraint ? "It is held to another day." : "Nothing holds it now.",
    );
  return null;
};

// What a link waits for: the other end of what is driven.
const byLink = ({ stood, stands, oldLinks, links }: Pair, now: KeptTask): Why | null => {
  if (now.driver?.by !== "link") return null;
  const { taskId, linkId } = now.driver;
  const from = stands.get(taskId);
  const link = links.get(linkId);
  if (!from || !link) return null;
  const old = oldLinks.get(linkId);
  if (!old) return why("link", `It waits for ${from.name} now.`, taskId);
  if (old.type !== link.type || old.lag !== link.lag || old.lagCalendar !== link.lagCalendar)
    return why("link", `Its link to ${from.name} changed.`, taskId);
  const earlier = stood.get(taskId);
  if (!earlier) return why("predecessor", `It waits for ${from.name}, which is new.`, taskId);
  if (earlier.start === from.start && earlier.finish === from.finish) return null;
  const days = daysBehind(from.finish, earlier.finish);
  return why(
    "predecessor",
    days === 0
      ? `It waits for ${from.name}, which lies elsewhere.`
      : `It waits for ${from.name}, which finishes ${shiftSaid(days)}.`,
    taskId,
  );
};

const byCalendar = ({ before, after }: Pair, old: KeptTask, now: KeptTask): Why | null => {
  const [was, id] = [effectiveCalendar(before, old), effectiveCalendar(after, now)];
  if (was !== id) return why("calendar", `It goes by ${calendarName(after, id)} now.`);
  const span = { from: Math.min(old.start, now.start), to: Math.max(old.finish, now.finish) };
  const says = hoursDiffer(before, after, { id, ...span });
  return says === null ? null : why("calendar", `Of ${calendarName(after, id)}, ${says}.`);
};

const freed = ({ stood, links }: Pair, old: KeptTask): Why | null => {
  if (old.driver?.by !== "link") return null;
  const { linkId, taskId } = old.driver;
  if (links.has(linkId)) return null;
  return why("link", `It no longer waits for ${stood.get(taskId)?.name ?? "a task"}.`, taskId);
};

const byDay = ({ before, after }: Pair, now: KeptTask): Why => {
  if (now.driver?.by === "projectStart" && before.start !== after.start)
    return why("constraint", `The schedule begins on ${after.start}.`);
  if (before.dataDate !== after.dataDate)
    return why(
      "data date",
      now.actualStart === null
        ? "It had not begun by the data date."
        : "What is left of it lies behind the data date.",
    );
  if (before.outOfSequence !== after.outOfSequence)
    return why("link", "What began before its turn is placed otherwise now.");
  return why("constraint", "What it lies between moved.");
};

/** Why a task moved from one snapshot to the next: its own doing first, then what it waits for. */
export const causeOf = (pair: Pair, old: KeptTask, now: KeptTask): Why =>
  ownProgress(old, now) ??
  ownPlan(old, now) ??
  byLink(pair, now) ??
  byCalendar(pair, old, now) ??
  freed(pair, old) ??
  byDay(pair, now);
