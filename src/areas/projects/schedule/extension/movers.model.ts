import { hoursDiffer } from "../compared-hours.model.ts";
import type { PlanLink } from "../plan.model.ts";
import type { KeptTask, Snapshot } from "../snapshot.model.ts";
import { ownLengths, workOf, type Clocks } from "./own.model.ts";
import { minuteOf } from "../worktime.model.ts";

/** Something that is otherwise than it was and may move the finish: a task, a calendar, the settings. */
export type Changed = {
  /** `task:<id>`, `calendar:<id>` or `settings`. */
  key: string;
  id: string;
  of: "task" | "calendar" | "settings";
  /** Minutes by which a task takes longer by itself than it was planned; of others, none. */
  longer: number;
};
/** A link as it was and is, null where it is not there, and to whose doing that belongs. */
type LinkChange = { was: PlanLink | null; is: PlanLink | null; owner: string | null };
/** What differs between two states of a schedule. */
export type Differences = {
  changed: readonly Changed[];
  links: readonly LinkChange[];
  /** What each task took by itself up to the later state. */
  lengths: ReadonlyMap<string, number>;
};

const byId = <T extends { id: string }>(of: readonly T[]) =>
  new Map(of.map((each) => [each.id, each]));

const sameLink = (a: PlanLink, b: PlanLink): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.type === b.type &&
  a.lag === b.lag &&
  a.lagCalendar === b.lagCalendar;

// A link of a task that is new or gone came or went with it; any other belongs to what waits.
const linkChanges = (before: Snapshot, after: Snapshot): LinkChange[] => {
  const [stood, stands] = [byId(before.tasks), byId(after.tasks)];
  const [old, now] = [byId(before.links), byId(after.links)];
  const ownerOf = ({ from, to }: PlanLink): string => {
    const alien = [to, from].find((id) => stood.has(id) !== stands.has(id));
    return `task:${alien ?? to}`;
  };
  return [...new Set([...old.keys(), ...now.keys()])].map((id) => {
    const [was, is] = [old.get(id) ?? null, now.get(id) ?? null];
    const same = was && is && sameLink(was, is);
    return { was, is, owner: same ? null : ownerOf((is ?? was)!) };
  });
};

const plannedLength = (task: KeptTask): number =>
  task.actualStart === null ? task.duration : task.remaining;

const isOwnChange = (old: KeptTask, now: KeptTask): boolean =>
  old.calendarId !== now.calendarId ||
  JSON.stringify(old.constraint) !== JSON.stringify(now.constraint);

const changedTasks = (
  before: Snapshot,
  after: Snapshot,
  { links, lengths }: Omit<Differences, "changed">,
): Changed[] => {
  const [stood, stands] = [byId(workOf(before)), byId(workOf(after))];
  const linked = new Set(links.map(({ owner }) => owner));
  const put = (id: string, longer: number): Changed => ({
    key: `task:${id}`,
    ...{ id, of: "task", longer },
  });
  const there = workOf(after).flatMap((now): Changed[] => {
    const old = stood.get(now.id);
    if (!old) return [put(now.id, lengths.get(now.id)!)];
    if (old.actualFinish !== null) return [];
    const longer = lengths.get(now.id)! - plannedLength(old);
    const differs = longer !== 0 || isOwnChange(old, now) || linked.has(`task:${now.id}`);
    return differs ? [put(now.id, longer)] : [];
  });
  const gone = workOf(before).filter(({ id }) => !stands.has(id));
  return [...there, ...gone.map((task) => put(task.id, -plannedLength(task)))];
};

const changedCalendars = (before: Snapshot, after: Snapshot): Changed[] => {
  const from = minuteOf(before.start);
  const to = Math.max(before.finish, after.finish);
  return before.calendars
    .filter(({ id }) => hoursDiffer(before, after, { id, from, to }) !== null)
    .map(({ id }) => ({ key: `calendar:${id}`, id, of: "calendar", longer: 0 }));
};

const settingsChange = (before: Snapshot, after: Snapshot): Changed[] =>
  before.start === after.start &&
  before.outOfSequence === after.outOfSequence &&
  before.calendarId === after.calendarId
    ? []
    : [{ key: "settings", id: "", of: "settings", longer: 0 }];

/** What is otherwise in the later of two states of a schedule, each by whose doing. */
export const differencesOf = (before: Snapshot, after: Snapshot, clockOf: Clocks): Differences => {
  const from = Math.max(...[before.start, before.dataDate, after.start].map(minuteOf));
  const found = {
    links: linkChanges(before, after),
    lengths: ownLengths(after, from, clockOf),
  };
  return {
    ...found,
    changed: [
      ...settingsChange(before, after),
      ...changedCalendars(before, after),
      ...changedTasks(before, after, found),
    ],
  };
};
