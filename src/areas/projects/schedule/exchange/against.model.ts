import type { Minute } from "../worktime.model.ts";
import { saidMoment, type Plan, type PlanLink, type PlanTask } from "./plan.model.ts";

/** What a file would change of a task of the schedule as it stands. */
export type Change = {
  code: string;
  name: string;
  what: "new" | "gone" | "changed";
  fields: { field: string; was: string; is: string }[];
  /** Days by which its finish moves; null for what is new or gone. */
  days: number | null;
};

const moment = (at: Minute | null): string => (at === null ? "none" : saidMoment(at));
const hours = (minutes: number): string => `${Math.round(minutes / 6) / 10} h`;

const said = (task: PlanTask): Readonly<Record<string, string>> => ({
  name: task.name,
  kind: task.kind,
  duration: hours(task.duration),
  "left to do": task.actualStart === null ? "all of it" : hours(task.remaining),
  percent: `${task.percent} %`,
  "actual start": moment(task.actualStart),
  "actual finish": moment(task.actualFinish),
  constraint: task.constraint
    ? `${task.constraint.kind} ${task.constraint.kind === "asLateAsPossible" ? "" : moment(task.constraint.at)}`.trim()
    : "none",
  deadline: moment(task.deadline),
});

const linkText = (link: PlanLink, codes: ReadonlyMap<string, string>): string =>
  `${codes.get(link.from) ?? ""} ${link.type}${link.lag === 0 ? "" : ` ${link.lag > 0 ? "+" : ""}${hours(link.lag)}`}`;

const linksByCode = (plan: Plan): ReadonlyMap<string, string> => {
  const codes = new Map(plan.tasks.map(({ uid, code }) => [uid, code]));
  const by = new Map<string, string[]>();
  for (const link of plan.links) {
    const code = codes.get(link.to) ?? "";
    by.set(code, [...(by.get(code) ?? []), linkText(link, codes)]);
  }
  return new Map([...by].map(([code, all]) => [code, all.toSorted().join(", ")]));
};

const daysBetween = (was: Minute | null, is: Minute | null): number | null =>
  was === null || is === null
    ? null
    : Math.floor(Math.max(is - 1, 0) / 1440) - Math.floor(Math.max(was - 1, 0) / 1440);

/** What a file changes of the schedule, task by task of their codes; summaries follow from tasks. */
export const changesAgainst = (current: Plan, file: Plan): Change[] => {
  const works = ({ tasks }: Plan) => tasks.filter(({ kind }) => kind !== "summary");
  const [had, has] = [linksByCode(current), linksByCode(file)];
  const known = new Map(works(current).map((task) => [task.code, task]));
  const coming = new Set(works(file).map(({ code }) => code));
  const found = works(file).flatMap((task): Change[] => {
    const { code, name } = task;
    const was = known.get(code);
    if (!was) return [{ code, name, what: "new", fields: [], days: null }];
    const [before, after] = [said(was), said(task)];
    const fields = Object.keys(after)
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, was: before[field]!, is: after[field]! }));
    const [old, now] = [had.get(code) ?? "none", has.get(code) ?? "none"];
    if (old !== now) fields.push({ field: "predecessors", was: old, is: now });
    const days = daysBetween(was.finish, task.finish);
    if (fields.length === 0 && days === 0) return [];
    return [{ code, name, what: "changed", fields, days }];
  });
  const gone = works(current)
    .filter(({ code }) => !coming.has(code))
    .map(({ code, name }): Change => ({ code, name, what: "gone", fields: [], days: null }));
  return [...found, ...gone];
};
