import type { Day } from "#kernel/time.ts";
import { healthLimits, type HealthLimit, type HealthRule } from "./health.data.ts";
import { lastDayOf } from "./moment.model.ts";
import type { PlanLink, PlanTask } from "./plan.model.ts";
import type { Minute } from "./worktime.model.ts";

type HealthTask = PlanTask & { start: Minute; finish: Minute; totalFloat: number | null };
/** What the health of a schedule is read from. */
export type HealthFacts = {
  tasks: readonly HealthTask[];
  links: readonly PlanLink[];
  dataDate: Minute;
  finish: Minute | null;
  mustFinishOn: Day | null;
  hasBaseline: boolean;
};
export type Finding = { rule: HealthRule; says: string; limit: string; tasks: string[] };

const hard: ReadonlySet<string> = new Set(["startOn", "finishOn", "startNoLater", "finishNoLater"]);

const idsOf = (tasks: readonly { id: string }[]): string[] => tasks.map(({ id }) => id);

// What begins first needs no predecessor, what ends last no successor.
const openEnds = ({ links, finish }: HealthFacts, left: readonly HealthTask[]): string[] => {
  const [follows, leads] = [new Set<string>(), new Set<string>()];
  for (const { from, to } of links) {
    follows.add(to);
    leads.add(from);
  }
  const begin = left.reduce((least, { start }) => Math.min(least, start), Infinity);
  return idsOf(
    left.filter(
      (task) =>
        (!follows.has(task.id) && task.start > begin && task.actualStart === null) ||
        (!leads.has(task.id) && task.finish !== finish),
    ),
  );
};

// What a link waits for was not so when its successor began, or ended.
const broken = ({ type }: PlanLink, from: HealthTask, to: HealthTask): boolean => {
  const [waits, at] = [
    type.startsWith("F") ? from.actualFinish : from.actualStart,
    type.endsWith("S") ? to.actualStart : to.actualFinish,
  ];
  return at !== null && (waits === null || waits > at);
};

const outOfSequence = ({ tasks, links }: HealthFacts): string[] => {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const found = links.filter(
    (link) => link.lag >= 0 && broken(link, byId.get(link.from)!, byId.get(link.to)!),
  );
  return [...new Set(found.map(({ to }) => to))];
};

const found = (facts: HealthFacts, left: readonly HealthTask[]): Record<HealthRule, string[]> => {
  const { tasks, links, dataDate, finish, mustFinishOn } = facts;
  const late = finish !== null && mustFinishOn !== null && lastDayOf(finish) > mustFinishOn;
  return {
    openEnds: openEnds(facts, left),
    leads: [...new Set(links.filter(({ lag }) => lag < 0).map(({ to }) => to))],
    hardConstraints: idsOf(left.filter(({ constraint }) => hard.has(constraint?.kind ?? ""))),
    negativeFloat: idsOf(left.filter(({ totalFloat }) => (totalFloat ?? 0) < 0)),
    futureWork: idsOf(
      tasks.filter((task) => Math.max(task.actualStart ?? 0, task.actualFinish ?? 0) > dataDate),
    ),
    outOfSequence: outOfSequence(facts),
    noBaseline: [],
    contractFinish: late ? idsOf(left.filter((task) => lastDayOf(task.finish) > mustFinishOn)) : [],
  };
};

const tasksSaid = (n: number, rest: string): string => `${n} ${n === 1 ? "task" : "tasks"} ${rest}`;

const says: Record<HealthRule, (n: number) => string> = {
  openEnds: (n) => tasksSaid(n, "without a predecessor or a successor"),
  leads: (n) => tasksSaid(n, "that a link lets begin or end before its predecessor does"),
  hardConstraints: (n) => tasksSaid(n, "held to a day whatever its links say"),
  negativeFloat: (n) => tasksSaid(n, "too late for a constraint or a deadline"),
  futureWork: (n) => tasksSaid(n, "said to be done behind the data date"),
  outOfSequence: (n) => tasksSaid(n, "begun or ended before its turn"),
  noBaseline: () => "No baseline is approved, so nothing says what is late",
  contractFinish: (n) => tasksSaid(n, "behind the contract's finish"),
};

const limitSaid = ({ atMost, source }: HealthLimit): string =>
  "percent" in atMost
    ? `At most ${atMost.percent} percent of the tasks that are not done. ${source}.`
    : `${atMost.count === 0 ? "None" : `At most ${atMost.count}`}. ${source}.`;

const inForce = (rule: HealthRule, on: Day): HealthLimit | undefined =>
  healthLimits
    .filter((limit) => limit.rule === rule && limit.from <= on)
    .toSorted((a, b) => b.from.localeCompare(a.from))[0];

const exceeds = ({ atMost }: HealthLimit, n: number, of: number): boolean =>
  "percent" in atMost ? n * 100 > atMost.percent * of : n > atMost.count;

/** What is wrong with a schedule by the limits of a day, each with its tasks; what keeps them is left out. */
export const healthOf = (facts: HealthFacts, on: Day): Finding[] => {
  const work = facts.tasks.filter(({ kind }) => kind !== "summary");
  if (work.length === 0) return [];
  const left = work.filter(({ actualFinish }) => actualFinish === null);
  const byRule = Object.entries(found({ ...facts, tasks: work }, left));
  return byRule.flatMap(([name, tasks]): Finding[] => {
    const rule = name as HealthRule;
    const limit = inForce(rule, on);
    const n = rule === "noBaseline" ? Number(!facts.hasBaseline) : tasks.length;
    if (!limit || !exceeds(limit, n, left.length)) return [];
    return [{ rule, says: `${says[rule](n)}.`, limit: limitSaid(limit), tasks }];
  });
};
