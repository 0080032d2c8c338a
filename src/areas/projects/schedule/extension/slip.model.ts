import { comparedOf, type Moved } from "../compare.model.ts";
import { calendarName, hoursDiffer } from "../compared-hours.model.ts";
import type { Cause } from "../cause.model.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { daysBehind, lastDayOf } from "../moment.model.ts";
import type { Snapshot } from "../snapshot.model.ts";
import { minuteOf, type Minute } from "../worktime.model.ts";
import { differencesOf, type Changed, type Differences } from "./movers.model.ts";
import type { Clocks } from "./own.model.ts";
import { clocksOfSnapshots, finishWith } from "./replay.model.ts";

/** What moved the finish, with its days. */
type Mover = {
  key: string;
  name: string;
  cause: Cause;
  says: string;
  /** Days by which it would have moved the finish had nothing else changed. */
  alone: number;
  /** Days by which the work would have finished earlier without it. */
  without: number;
};
/** Why the finish of a schedule moved between two of its states. */
export type Slip = {
  wasFinish: Day;
  finish: Day;
  /** Calendar days by which it finishes later; below zero earlier. */
  days: number;
  /** Of these, days on which work is done by the schedule's calendar. */
  workingDays: number;
  /** What moved it, most days first. */
  movers: readonly Mover[];
  /** Days that follow from nothing that is named. */
  unexplained: number;
};

/** So many computations of a whole schedule are done for one slip, by its tasks. */
const triesOf = (tasks: number): number =>
  Math.min(40, Math.max(5, Math.floor(60_000 / Math.max(1, tasks))));

type Replay = {
  before: Snapshot;
  after: Snapshot;
  clockOf: Clocks;
  differences: Differences;
  /** Those that are put back one by one; what is small is left. */
  tried: readonly Changed[];
};

// What takes longer first: it alone may move the finish; then what changed otherwise.
const replayOf = (before: Snapshot, after: Snapshot): Replay => {
  const clockOf = clocksOfSnapshots();
  const differences = differencesOf(before, after, clockOf);
  const weight = ({ of, longer }: Changed) => (of === "task" ? longer : Infinity);
  return {
    ...{ before, after, clockOf, differences },
    tried: differences.changed
      .toSorted((a, b) => (weight(a) < weight(b) ? 1 : weight(a) > weight(b) ? -1 : 0))
      .slice(0, triesOf(before.tasks.length)),
  };
};

const behind = (at: Minute | null, than: Minute | null): number =>
  at === null || than === null ? 0 : daysBehind(at, than);

const wordsOf = (
  { before, after }: Replay,
  { of, id, longer }: Changed,
  moved: ReadonlyMap<string, Moved>,
): Pick<Mover, "name" | "cause" | "says"> => {
  if (of === "settings")
    return {
      ...{ name: "Settings of the schedule", cause: "constraint" },
      says: "Its start, its calendar or its rule of progress changed.",
    };
  if (of === "calendar") {
    const name = calendarName(after, id);
    const to = Math.max(before.finish, after.finish);
    const differ = hoursDiffer(before, after, { id, from: minuteOf(before.start), to });
    return { name, cause: "calendar", says: `Of ${name}, ${differ}.` };
  }
  const told = moved.get(id);
  const name = [after, before]
    .map(({ tasks }) => tasks.find((task) => task.id === id)?.name)
    .find((found) => found !== undefined)!;
  if (told && told.cause !== "predecessor")
    return { name, cause: told.cause, says: told.says.split(" All of it begins with ")[0]! };
  const hours = Math.round(Math.abs(longer) / 6) / 10;
  const says = `By itself it took ${hours} hours ${longer < 0 ? "less" : "more"} than planned.`;
  return { name, cause: "progress", says };
};

const moversOf = (replay: Replay): { movers: Mover[]; explained: number } => {
  const { before, after, differences, tried } = replay;
  const moved = new Map(comparedOf(before, after).map((each) => [each.taskId, each]));
  const all = new Set(differences.changed.map(({ key }) => key));
  const [none, whole] = [finishWith(replay, new Set()), finishWith(replay, all)];
  const found = tried.map((each): Mover => {
    const rest = new Set(all);
    rest.delete(each.key);
    return {
      key: each.key,
      ...wordsOf(replay, each, moved),
      alone: behind(finishWith(replay, new Set([each.key])), none),
      without: behind(whole, finishWith(replay, rest)),
    };
  });
  return {
    movers: found
      .filter(({ alone, without }) => alone > 0 || without > 0)
      .toSorted((a, b) => b.alone - a.alone || b.without - a.without),
    explained: behind(whole, none),
  };
};

const workingDaysOf = ({ after, clockOf }: Replay, was: Day, is: Day): number => {
  const calendar = clockOf(after, null);
  let days = 0;
  for (let on = addDays(was, 1); on <= is; on = addDays(on, 1))
    if (calendar.worked(minuteOf(addDays(on, 1))) > calendar.worked(minuteOf(on))) days++;
  return days;
};

/**
 * Why the finish moved from one state of a schedule to another. Each change is put back, and put in
 * alone, and all dates are computed anew: a change with more days alone than without it ran beside
 * another one that would have moved the finish as well.
 */
export const slipOf = (before: Snapshot, after: Snapshot): Slip => {
  const replay = replayOf(before, after);
  const [wasFinish, finish] = [lastDayOf(before.finish), lastDayOf(after.finish)];
  const days = daysBehind(after.finish, before.finish);
  const { movers, explained } = moversOf(replay);
  return {
    ...{ wasFinish, finish, days, movers },
    workingDays: workingDaysOf(replay, wasFinish, finish),
    unexplained: Math.max(0, days - explained),
  };
};

/** The days of a slip that follow from the changes of these keys alone: never more than it has. */
export const daysOfCauses = (
  before: Snapshot,
  after: Snapshot,
  keys: readonly string[],
): number => {
  const replay = replayOf(before, after);
  const days = behind(finishWith(replay, new Set(keys)), finishWith(replay, new Set()));
  return Math.max(0, Math.min(days, daysBehind(after.finish, before.finish)));
};
