import type { Verdict } from "#kernel/control.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";

/** An approval of the order or of a requisition of it; `below`: where another policy begins, in cents. */
export type BandFacts = {
  approvals: readonly {
    number: string;
    amount: number;
    policy: string | null;
    below: number | null;
  }[];
  /** The agency's figure; null where no rule holds. */
  belowPercent: number | null;
};

/**
 * No amount stands just below the next approval policy (the share is the agency's): of `below` cents, the
 * last `belowPercent`. What stands there may be right; somebody looks at it.
 */
export const judgeBand = ({ approvals, belowPercent }: BandFacts): Verdict => {
  if (approvals.length === 0) return { answer: "not_applicable", said: "No policy decided it." };
  if (belowPercent === null)
    return {
      answer: "unknown",
      said: "No rule said how far below a policy an amount is looked at.",
    };
  const near = approvals.filter(
    ({ amount, below }) =>
      below !== null && amount < below && (below - amount) * 100 <= below * belowPercent,
  );
  return near.length === 0
    ? { answer: "pass", said: "No amount stands just below the next policy." }
    : {
        answer: "fail",
        said: near
          .map(
            ({ number, amount, policy, below }) =>
              `${number}: ${formatCents(amount)} was decided by ${policy ?? "a former policy"}, ${formatCents(below! - amount)} below ${formatCents(below!)}.`,
          )
          .join(" "),
      };
};

/** A decision on the order or on a requisition of it, with the one that its person took before. */
export type PaceFacts = {
  decisions: readonly {
    number: string;
    person: string;
    behind: { number: string; seconds: number } | null;
  }[];
  names: Readonly<Record<string, string>>;
  /** The agency's figure; null where no rule holds. */
  seconds: number | null;
};

/** Nobody decides documents within seconds of each other (the seconds are the agency's). */
export const judgePace = ({ decisions, names, seconds }: PaceFacts): Verdict => {
  if (decisions.length === 0) return { answer: "not_applicable", said: "Nobody decided it." };
  if (seconds === null)
    return { answer: "unknown", said: "No rule said how fast decisions follow each other." };
  const fast = decisions.filter(({ behind }) => behind !== null && behind.seconds < seconds);
  if (fast.length === 0)
    return {
      answer: "pass",
      said: `${counted(decisions.length, "decision")}, none within seconds.`,
    };
  const told = fast.map(
    ({ number, person, behind }) =>
      `${names[person] ?? "A former member"} decided ${number} ${counted(behind!.seconds, "second")} after ${behind!.number}.`,
  );
  return {
    answer: "fail",
    said: `${fast.length} of ${counted(decisions.length, "decision")} within ${counted(seconds, "second")}: ${told.join(" ")}`,
  };
};

/** What let the order, or a requisition of it, go on against a rule. */
export type OverrideFacts = {
  overrides: readonly {
    kind: "budget" | "insurance";
    number: string;
    decidedBy: string | null;
  }[];
  /** Who asked for it, wrote it down or ordered it. */
  askers: readonly string[];
  names: Readonly<Record<string, string>>;
};

const kinds = { budget: "budget override", insurance: "insurance override" } as const;

/** Whoever asked for a purchase overrides nothing of it. */
export const judgeOverrides = ({ overrides, askers, names }: OverrideFacts): Verdict => {
  if (overrides.length === 0)
    return { answer: "not_applicable", said: "Nothing of it was overridden." };
  const own = overrides.filter(({ decidedBy }) => decidedBy !== null && askers.includes(decidedBy));
  if (own.length > 0)
    return {
      answer: "fail",
      said: own
        .map(
          ({ kind, number, decidedBy }) =>
            `${names[decidedBy!] ?? "A former member"}, who asked for it or ordered it, decided the ${kinds[kind]} of ${number}.`,
        )
        .join(" "),
    };
  return overrides.some(({ decidedBy }) => decidedBy === null)
    ? { answer: "unknown", said: "The records do not say who decided an override." }
    : {
        answer: "pass",
        said: `${counted(overrides.length, "override")}, decided by others than who asked.`,
      };
};
