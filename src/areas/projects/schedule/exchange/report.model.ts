import { changesAgainst, type Change } from "./against.model.ts";
import { differencesOf, type Difference } from "./differences.model.ts";
import type { Plan, Unsupported } from "./plan.model.ts";

/** What a file is compared with and what came of it. */
export type Report = {
  tasks: number;
  links: number;
  /** Tasks whose dates are the file's. */
  equal: number;
  differences: Difference[];
  changes: Change[];
  unsupported: Unsupported[];
  /** What goes by another rule here than in the file. */
  rules: string[];
};

/**
 * A file computed by our engine under the rule of progress of the schedule that it is for, and held
 * against that schedule. @throws Refused.
 */
export const reportOf = (file: Plan, current: Plan | null): Report => {
  const outOfSequence = current?.outOfSequence ?? file.outOfSequence;
  const plan = { ...file, outOfSequence };
  const { differences } = differencesOf(plan);
  const works = plan.tasks.filter(({ kind }) => kind !== "summary").length;
  const rules = [
    ...(outOfSequence === file.outOfSequence
      ? []
      : ["Progress out of sequence goes by this project's rule, not by the file's."]),
    ...(file.dataDateFrom === "file"
      ? []
      : ["The file says no data date: it was taken from what it tells of progress."]),
    ...(file.tasks.some(({ cents }) => cents > 0)
      ? ["Costs of the file are shown and not taken: tasks keep their cost codes."]
      : []),
  ];
  return {
    tasks: works,
    links: plan.links.length,
    equal: works - differences.length,
    differences,
    changes: current ? changesAgainst(current, plan) : [],
    unsupported: plan.unsupported,
    rules,
  };
};
