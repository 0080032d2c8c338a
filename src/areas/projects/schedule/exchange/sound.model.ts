import {
  longest,
  mostTasks,
  Refused,
  type Findings,
  type Plan,
  type PlanTask,
} from "./plan.model.ts";

const lookAtTask = (task: PlanTask, findings: Findings): void => {
  const { row, name, duration, remaining, actualStart, actualFinish } = task;
  const wrong = (says: string) => findings.wrong(row, `${name}: ${says}`);
  if (duration < 0) wrong("the duration is below zero.");
  if (remaining < 0) wrong("the remaining duration is below zero.");
  if (Math.max(duration, remaining) > longest) wrong("the duration is longer than a schedule.");
  if (!Number.isFinite(duration) || !Number.isFinite(remaining))
    wrong("the duration is no number.");
  if (task.percent < 0 || task.percent > 100) wrong("the percent is not between 0 and 100.");
  if (actualFinish !== null && actualStart === null)
    wrong("it has an actual finish and no actual start.");
  if (actualStart !== null && actualFinish !== null && actualFinish < actualStart)
    wrong("it finished before it started.");
};

const lookForTwins = (tasks: readonly PlanTask[], findings: Findings): void => {
  const uids = new Map<string, PlanTask>();
  const codes = new Map<string, PlanTask>();
  for (const task of tasks) {
    const twin = uids.get(task.uid);
    if (twin) findings.wrong(task.row, `${task.name} has the id ${task.uid} of ${twin.name}.`);
    uids.set(task.uid, task);
    const same = codes.get(task.code);
    if (same && !twin)
      findings.wrong(task.row, `${task.name} has the code ${task.code} of ${same.name}.`);
    codes.set(task.code, task);
  }
};

// The morning behind the data date: what is done on that day may be told whole.
const behindDataDate = (at: number): number => Math.ceil(at / 1440) * 1440;

/**
 * A plan that can be computed: each id once, links between its tasks, lengths that are lengths.
 * @throws Refused with what is wrong by row, or where it is none or too much.
 */
export const soundPlan = (plan: Omit<Plan, "unsupported">, findings: Findings): Plan => {
  const work = plan.tasks.filter(({ kind }) => kind !== "summary");
  if (work.length === 0) throw new Refused("This file holds no tasks.");
  if (plan.tasks.length > mostTasks)
    throw new Refused(
      `This file has ${plan.tasks.length} tasks; a schedule takes ${mostTasks}. Divide it.`,
    );
  lookForTwins(plan.tasks, findings);
  const last = behindDataDate(plan.dataDate);
  for (const task of plan.tasks) {
    lookAtTask(task, findings);
    if (Math.max(task.actualStart ?? 0, task.actualFinish ?? 0) > last)
      findings.wrong(task.row, `${task.name}: its actual dates lie behind the data date.`);
  }
  for (const { uid, name, week, exceptions } of plan.calendars) {
    const works = week.some((shifts) => shifts.length > 0);
    if (!works && !exceptions.some(({ shifts }) => shifts.length > 0))
      findings.wrong(0, `The calendar ${name || uid} has no hour of work.`);
  }
  findings.refuse();
  return { ...plan, unsupported: findings.unsupported };
};
