import type { Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";

export type RatifiedFacts = {
  /** The emergency order behind it; null: it went out by an approval before. */
  purchase: string | null;
  status: "to_ratify" | "returned" | "ratified" | "refused" | null;
  dueOn: Day | null;
  decidedOn: Day | null;
  /** The term is over, or was over when it was ratified. */
  late: boolean;
};

/**
 * What was ordered on a verbal approval is ratified within the term of its rule (an order without
 * authority binds nobody until somebody with it ratifies; 48 CFR 1.602-3 for federal buyers).
 */
export const judgeRatified = (facts: RatifiedFacts): Verdict => {
  const { purchase, status, dueOn, decidedOn, late } = facts;
  if (purchase === null || dueOn === null)
    return { answer: "not_applicable", said: "It went out by an approval before." };
  if (status === "ratified")
    return decidedOn === null
      ? { answer: "unknown", said: `${purchase} is ratified; the day is not recorded.` }
      : late
        ? {
            answer: "fail",
            said: `${purchase} was ratified on ${formatDate(decidedOn)}, after ${formatDate(dueOn)}.`,
          }
        : { answer: "pass", said: `${purchase} was ratified on ${formatDate(decidedOn)}.` };
  if (status === "refused")
    return { answer: "fail", said: `${purchase} was not ratified. What had come stays.` };
  return late
    ? {
        answer: "fail",
        said: `${purchase} was to be ratified by ${formatDate(dueOn)}, and nobody did.`,
      }
    : {
        answer: "not_applicable",
        said: `${purchase} is to be ratified by ${formatDate(dueOn)}.`,
        turnsOn: dueOn,
      };
};
