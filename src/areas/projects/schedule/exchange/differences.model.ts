import { scheduleOf, type Schedule, type Scheduled } from "../engine.model.ts";
import { Loop } from "../network.model.ts";
import type { Minute } from "../worktime.model.ts";
import { causeAt, type Cause, type Placed } from "./cause.model.ts";
import { networkOfPlan, type PlanNetwork } from "./plan-network.model.ts";
import { Refused, type Plan, type PlanTask } from "./plan.model.ts";

/** A task whose computed date is not the file's, with what makes the difference. */
export type Difference = {
  uid: string;
  code: string;
  name: string;
  theirs: { start: Minute; finish: Minute };
  ours: { start: Minute; finish: Minute };
  cause: Cause["cause"];
  /** The task that it follows in this, where the cause is that one's. */
  by: string | null;
  says: string;
  /** How the file's date can be kept here; null where it cannot be. */
  keeps: Keeps | null;
};
/** A rule of the task that gives the file's date, or its start held where the file has it. */
type Keeps = NonNullable<Cause["remedy"]> | { startNoEarlier: Minute };
export type Computed = { schedule: Schedule; network: PlanNetwork; differences: Difference[] };

/** Where the file has a task, if it says so. */
const theirsOf = ({ start, finish }: PlanTask): Placed | null =>
  start === null || finish === null ? null : { start, finish };

// The cause of whom it follows, back to where it begins.
const rootOf = (causes: ReadonlyMap<string, Cause>, uid: string): string => {
  const seen = new Set<string>();
  let at = uid;
  for (let cause = causes.get(at); cause?.by && !seen.has(at); cause = causes.get(at)) {
    seen.add(at);
    at = cause.by;
  }
  return at;
};

const sayOf = (
  cause: Cause,
  causes: ReadonlyMap<string, Cause>,
  byUid: ReadonlyMap<string, PlanTask>,
) => {
  if (cause.cause !== "follows") return cause.says;
  const root = rootOf(causes, cause.by!);
  const [near, first] = [byUid.get(cause.by!)!, byUid.get(root)!];
  const why = causes.get(root)?.says ?? "";
  if (root === cause.by) return `It goes with ${near.code} ${near.name}. There: ${why}`;
  return `It goes with ${near.code} ${near.name}, and so with ${first.code} ${first.name}. There: ${why}`;
};

// A later start can be held there; an earlier one only by the rule that was found.
const keepsOf = (cause: Cause, task: PlanTask, theirs: Placed, ours: Placed): Keeps | null => {
  if (cause.remedy) return cause.remedy;
  if (cause.cause === "follows" || cause.cause === "noWorkBetween") return null;
  const free = task.actualStart === null && task.constraint === null;
  return free && theirs.start > ours.start ? { startNoEarlier: theirs.start } : null;
};

/**
 * The dates of a plan by our engine, and each task that the file has elsewhere, with a cause that was
 * found by trying. @throws Refused for tasks that wait for each other.
 */
export const differencesOf = (plan: Plan): Computed => {
  const network = networkOfPlan(plan);
  let schedule: Schedule;
  try {
    schedule = scheduleOf(network);
  } catch (error) {
    if (error instanceof Loop) throw new Refused(error.message);
    // The engine refuses work beyond the days that it knows.
    throw new Refused(
      "These tasks go on behind 2083, or their calendars have no hours to do them in.",
    );
  }
  const byUid = new Map(plan.tasks.map((task) => [task.uid, task]));
  const placed = new Map<string, Scheduled>(schedule.tasks.map((task) => [task.id, task]));
  const causes = new Map<string, Cause>();
  const moved: { task: PlanTask; theirs: Placed; ours: Scheduled }[] = [];
  for (const task of plan.tasks) {
    const theirs = theirsOf(task);
    const ours = placed.get(task.uid);
    if (theirs && ours && (theirs.start !== ours.start || theirs.finish !== ours.finish))
      moved.push({ task, theirs, ours });
  }
  const isMoved = new Set(moved.map(({ task }) => task.uid));
  for (const { task, theirs, ours } of moved)
    causes.set(task.uid, causeAt({ plan, network, byUid, placed, isMoved, task, theirs, ours }));
  const differences = moved.map(({ task, theirs, ours }): Difference => {
    const cause = causes.get(task.uid)!;
    return {
      uid: task.uid,
      code: task.code,
      name: task.name,
      theirs,
      ours: { start: ours.start, finish: ours.finish },
      cause: cause.cause,
      by: cause.by,
      says: sayOf(cause, causes, byUid),
      keeps: keepsOf(cause, task, theirs, ours),
    };
  });
  return { schedule, network, differences };
};
