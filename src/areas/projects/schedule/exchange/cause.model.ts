import { scheduleOf, type Scheduled } from "../engine.model.ts";
import type { LagCalendar, Network, NetworkLink, NetworkTask } from "../network.model.ts";
import type { Minute } from "../worktime.model.ts";
import type { PlanNetwork } from "./plan-network.model.ts";
import { saidMoment, type Beyond, type Plan, type PlanTask } from "./plan.model.ts";

export type Placed = { start: Minute; finish: Minute };
/** Why a task is not where the file has it. */
export type Cause = {
  cause:
    | "lagCalendar"
    | "constraint"
    | "progressRule"
    | "missingCalendar"
    | "unknownField"
    | "noWorkBetween"
    | "follows"
    | "other";
  by: string | null;
  says: string;
  /** What would give the file's date here, where one rule of the task does. */
  remedy?: { lagCalendar: LagCalendar } | { constraint: null };
};
export type Place = {
  plan: Plan;
  network: PlanNetwork;
  byUid: ReadonlyMap<string, PlanTask>;
  placed: ReadonlyMap<string, Scheduled>;
  isMoved: ReadonlySet<string>;
  task: PlanTask;
  theirs: Placed;
  ours: Scheduled;
};

/** What is tried: another rule, another task, other links. */
type Trial = {
  network?: Partial<Pick<Network, "dataDate" | "outOfSequence">>;
  task?: Partial<NetworkTask>;
  links?: (link: NetworkLink) => NetworkLink;
  more?: readonly NetworkLink[];
};

const within = 1;
const isAt = (one: Placed, other: Placed): boolean =>
  Math.abs(one.start - other.start) <= within && Math.abs(one.finish - other.finish) <= within;

/** A neighbour where the file has it, as if it were done there. */
const pinned = (task: NetworkTask, place: Placed): NetworkTask => ({
  ...task,
  actualStart: place.start,
  actualFinish: place.finish,
});
const held = (task: NetworkTask, place: Placed): NetworkTask => ({
  ...task,
  constraint: { kind: "startNoEarlier", at: place.start },
  deadline: null,
});

const placeOf = ({ byUid, placed }: Place, uid: string): Placed => {
  const task = byUid.get(uid);
  if (task && task.start !== null && task.finish !== null)
    return { start: task.start, finish: task.finish };
  return placed.get(uid)!;
};

// As late as possible needs whom it must not move, and the end of the whole.
const lateNetwork = (
  of: Place,
  task: NetworkTask,
): { tasks: NetworkTask[]; links: NetworkLink[] } => {
  const { network, placed } = of;
  const out = network.outOf.get(task.id) ?? [];
  const tasks = [...new Set(out.map(({ to }) => to))].map((uid) =>
    held(network.byUid.get(uid)!, placeOf(of, uid)),
  );
  const ends = [...placed.keys()].reduce((last, uid) => Math.max(last, placeOf(of, uid).finish), 0);
  const end = {
    ...task,
    id: "end of the whole",
    duration: 0,
    deadline: null,
    actualStart: null,
    actualFinish: null,
  };
  tasks.push({ ...end, constraint: { kind: "startNoEarlier", at: ends } });
  return { tasks, links: [...out] };
};

/** Where the engine puts the task alone, its neighbours where the file has them. */
const tried = (of: Place, trial: Trial): Placed | null => {
  const {
    network,
    task: { uid },
  } = of;
  const task = { ...network.byUid.get(uid)!, ...trial.task };
  const into = [...(network.into.get(uid) ?? []), ...(trial.more ?? [])].map(
    trial.links ?? ((link) => link),
  );
  const before = [...new Set(into.map(({ from }) => from))].map((from) =>
    pinned(network.byUid.get(from)!, placeOf(of, from)),
  );
  const late =
    task.constraint?.kind === "asLateAsPossible" ? lateNetwork(of, task) : { tasks: [], links: [] };
  try {
    const schedule = scheduleOf({
      ...network,
      ...trial.network,
      tasks: [...before, task, ...late.tasks],
      links: [...into, ...late.links],
    });
    return schedule.tasks.find(({ id }) => id === uid)!;
  } catch {
    return null;
  }
};

const gives = (of: Place, trial: Trial): boolean => {
  const found = tried(of, trial);
  return found !== null && isAt(found, of.theirs);
};

const calendarNames: Readonly<Record<LagCalendar, string>> = {
  predecessor: "the predecessor's calendar",
  successor: "the successor's calendar",
  project: "the project's calendar",
  allHours: "24 hours a day",
};

const byLag = (of: Place): Cause | null => {
  const lags = (of.network.into.get(of.task.uid) ?? []).filter(({ lag }) => lag !== 0);
  if (lags.length === 0) return null;
  for (const lagCalendar of Object.keys(calendarNames) as LagCalendar[]) {
    if (lags.every((link) => link.lagCalendar === lagCalendar)) continue;
    if (!gives(of, { links: (link) => ({ ...link, lagCalendar }) })) continue;
    const here = calendarNames[lags[0]!.lagCalendar];
    return {
      cause: "lagCalendar",
      by: null,
      remedy: { lagCalendar },
      says: `The file's date follows when its lag is counted in ${calendarNames[lagCalendar]}; here it is counted in ${here}.`,
    };
  }
  return null;
};

const byConstraint = (of: Place): Cause | null => {
  const { constraint } = of.network.byUid.get(of.task.uid)!;
  if (!constraint) return null;
  const cause = (says: string): Cause => ({ cause: "constraint", by: null, says });
  if (gives(of, { task: { constraint: null } }))
    return {
      ...cause("The file's date follows without the constraint that the task bears."),
      remedy: { constraint: null },
    };
  const kind = constraint.kind.startsWith("finish") ? "finishNoEarlier" : "startNoEarlier";
  const free = { constraint: { kind, at: constraint.at } as const };
  const hard = constraint.kind === "startOn" || constraint.kind === "finishOn";
  if (hard && unlinked(of, free))
    return cause(
      "The file's date follows when the constraint goes before the links: it is a mandatory one there.",
    );
  return null;
};

// Where the task would be without its links.
const unlinked = (of: Place, task: Partial<NetworkTask>): boolean => {
  const network = { ...of.network, into: new Map() };
  return gives({ ...of, network }, { task, network: { dataDate: of.network.start } });
};

const byProgress = (of: Place): Cause | null => {
  const { network, task } = of;
  const cause = (says: string): Cause => ({ cause: "progressRule", by: null, says });
  const other = network.outOfSequence === "retained" ? "override" : "retained";
  if (gives(of, { network: { outOfSequence: other } }))
    return cause(
      other === "override"
        ? "The file's date follows when what began out of sequence goes on without its predecessors."
        : "The file's date follows when what began out of sequence waits for its predecessors.",
    );
  if (gives(of, { network: { dataDate: network.start } }))
    return cause(
      `The file has work that is not done before the data date; here nothing that is left is before ${saidMoment(network.dataDate)}.`,
    );
  if (task.actualStart === null || task.actualFinish !== null) return null;
  const whole = {
    actualStart: null,
    constraint: { kind: "startNoEarlier", at: task.actualStart } as const,
  };
  const alone = { ...of, network: { ...network, into: new Map() } };
  if (gives(alone, { task: whole, network: { dataDate: network.start } }))
    return cause(
      "The file lets what is left follow what is done; here it goes on from the data date.",
    );
  return null;
};

const labels: Readonly<Record<Beyond, string>> = {
  manual: "the task is scheduled by hand there",
  mandatory: "its constraint goes before its links there",
  secondConstraint: "it has a second constraint there",
  expectedFinish: "an expected finish sets what is left of it there",
  levelling: "levelling delays it there",
  split: "it is done in parts there",
  suspended: "it is suspended there",
  resources: "its resources work by their own calendars there",
  fromFinish: "the project is scheduled back from its finish there",
  estimatedLag: "its lag is an estimate there",
};

const bySummary = (of: Place): Cause | null => {
  const { plan, byUid, task, network } = of;
  const above = new Set<string>();
  for (let at = task.parent; at !== null; at = byUid.get(at)?.parent ?? null) above.add(at);
  const more = plan.links
    .filter(({ to, from }) => above.has(to) && network.byUid.has(from))
    .map((link, at): NetworkLink => ({ ...link, id: `s${at}`, to: task.uid }));
  if (more.length === 0 || !gives(of, { more })) return null;
  const summary = byUid.get(plan.links.find(({ to }) => above.has(to))!.to)!;
  return {
    cause: "unknownField",
    by: null,
    says: `The file's date follows from a link to its summary ${summary.name}. Summaries have no links here.`,
  };
};

// More time from start to finish than the task takes: work stops in between.
const isInParts = ({ network, task, theirs }: Place): boolean => {
  const { calendar, duration } = network.byUid.get(task.uid)!;
  return calendar.worked(theirs.finish) - calendar.worked(theirs.start) > duration + within;
};

const byField = (of: Place): Cause | null => {
  const { task } = of;
  const parts = isInParts(of) && !task.beyond.includes("split");
  const beyond: Beyond[] = parts ? [...task.beyond, "split"] : task.beyond;
  if (beyond.length === 0) return null;
  const what = beyond.map((each) => labels[each]);
  return {
    cause: "unknownField",
    by: null,
    says: `What is not taken of the file: ${what.join("; ")}.`,
  };
};

const byCalendar = ({ task }: Place): Cause | null =>
  task.missingCalendar === null
    ? null
    : {
        cause: "missingCalendar",
        by: null,
        says: `Its calendar (${task.missingCalendar}) is not in the file; here it has the project's.`,
      };

const byGap = ({ network, task, theirs, ours }: Place): Cause | null => {
  const { calendar } = network.byUid.get(task.uid)!;
  const same = (one: Minute, other: Minute) => calendar.worked(one) === calendar.worked(other);
  if (!same(theirs.start, ours.start) || !same(theirs.finish, ours.finish)) return null;
  return {
    cause: "noWorkBetween",
    by: null,
    says: "Nobody works between the two dates by its calendar: both are the same moment of work.",
  };
};

const byNeighbour = (of: Place): Cause | null => {
  if (!gives(of, {})) return null;
  const { network, task, isMoved, ours } = of;
  const into = (network.into.get(task.uid) ?? []).filter(({ from }) => isMoved.has(from));
  const driving = into.find(({ id }) => ours.drivingLinks.includes(id)) ?? into[0];
  const late = (network.outOf.get(task.uid) ?? []).find(({ to }) => isMoved.has(to));
  const by = driving?.from ?? (task.constraint?.kind === "asLateAsPossible" ? late?.to : undefined);
  return by === undefined ? null : { cause: "follows", by, says: "" };
};

/**
 * What makes a task stand elsewhere than in the file: its neighbours are put where the file has them,
 * and one thing after the other is tried until the file's date comes out.
 */
export const causeAt = (of: Place): Cause =>
  byNeighbour(of) ??
  byGap(of) ??
  byLag(of) ??
  byConstraint(of) ??
  byProgress(of) ??
  byCalendar(of) ??
  bySummary(of) ??
  byField(of) ?? {
    cause: "other",
    by: null,
    says: "No single rule gives the file's date: it may be older than the file's last change.",
  };
