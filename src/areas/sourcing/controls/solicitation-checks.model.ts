import type { Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";

// Rules of solicitations, of what the agency's own records hold alone: nothing here looks at a bid.

/**
 * What every check knows of a solicitation. `published`: the agency's day, null before. `ended`: it was
 * cancelled or nobody won it.
 */
export type AskedFacts = { kind: string; published: Day | null; ended: boolean };

const asideOf = ({ kind, published, ended }: AskedFacts): Verdict | null => {
  const said =
    kind === "rfi"
      ? "A request for information binds nobody."
      : published === null
        ? "It has not been published."
        : ended
          ? "It ended without an award."
          : null;
  return said === null ? null : { answer: "not_applicable", said };
};

const notFederal: Verdict = { answer: "not_applicable", said: "No federal money pays for it." };
const pass = (said: string): Verdict => ({ answer: "pass", said });
const fail = (said: string): Verdict => ({ answer: "fail", said });
const unknown = (said: string): Verdict => ({ answer: "unknown", said });
const formal = (kind: string): boolean => kind === "itb" || kind === "rfp";

export type NoticeFacts = AskedFacts & {
  /** Between publication and the deadline as it stands. */
  minutes: number | null;
  /** Days that the law of the day of publication asks for; null where no rule says. */
  wanted: number | null;
  invitedOnly: boolean;
};

const minutesOfDay = 24 * 60;

/** It is advertised, and for as many days as the rule says (2 CFR 200.320(b); agency policy). */
export const judgeNotice = (facts: NoticeFacts): Verdict => {
  const { kind, minutes, wanted, invitedOnly } = facts;
  const aside = asideOf(facts);
  if (aside) return aside;
  if (formal(kind) && invitedOnly)
    return fail("It was for invited vendors alone; bids and proposals are advertised publicly.");
  if (wanted === null) return unknown("No rule says for how long it is advertised.");
  if (minutes === null) return unknown("It has no deadline.");
  const days = counted(Math.floor(minutes / minutesOfDay), "day");
  const said = `${days} between publication and the deadline; ${wanted} wanted.`;
  return minutes >= wanted * minutesOfDay ? pass(said) : fail(said);
};

/** `amount`: the larger of estimate and award in cents; null where neither is on record. */
export type AmountFacts = AskedFacts & { amount: number | null; simplifiedCents: number | null };

const noThreshold = unknown("No simplified acquisition threshold holds on that day.");
const noAmount = unknown("The amount is not known: neither an estimate nor an award is on record.");
const below: Verdict = {
  answer: "not_applicable",
  said: "It is at or below the simplified acquisition threshold.",
};

// Quotations are for what is at or below the threshold; an award above it is refused.
const belowThreshold = (facts: AmountFacts): Verdict | null => {
  if (facts.simplifiedCents === null) return noThreshold;
  if (facts.amount === null) return facts.kind === "rfq" ? below : noAmount;
  return facts.amount <= facts.simplifiedCents ? below : null;
};

export type EstimateFacts = AmountFacts & { estimateOn: Day | null; opened: Day | null };

/** An independent estimate was made before the bids were opened (2 CFR 200.324(a)). */
export const judgeEstimate = (facts: EstimateFacts): Verdict => {
  const { estimateOn, opened } = facts;
  const aside = asideOf(facts);
  if (aside) return aside;
  if (opened === null) return { answer: "not_applicable", said: "Nothing is opened yet." };
  const small = belowThreshold(facts);
  if (small) return small;
  if (estimateOn === null) return fail("No independent estimate is on record.");
  return estimateOn > opened
    ? fail(
        `The estimate is of ${formatDate(estimateOn)}, the opening was on ${formatDate(opened)}.`,
      )
    : pass(`Estimated ${formatDate(estimateOn)}, opened ${formatDate(opened)}.`);
};

/** Percent of the bid price (`bid`) and of the contract price. */
export type Bonds = { bid: number; performance: number; payment: number };
export type BondFacts = AmountFacts & {
  federal: boolean;
  construction: boolean;
  demanded: Readonly<Record<keyof Bonds, number | null>>;
  wanted: Readonly<Record<keyof Bonds, number | null>>;
};

const bonds = [
  ["bid", "bid guarantee"],
  ["performance", "performance bond"],
  ["payment", "payment bond"],
] as const;

/** Federally funded construction above the threshold is bonded (2 CFR 200.326). */
export const judgeBonds = (facts: BondFacts): Verdict => {
  const aside = asideOf(facts);
  if (aside) return aside;
  if (!facts.federal) return notFederal;
  if (!facts.construction) return { answer: "not_applicable", said: "It is no construction." };
  const small = belowThreshold(facts);
  if (small) return small;
  if (bonds.some(([bond]) => facts.wanted[bond] === null))
    return unknown("No rule says which bonds construction asked for on that day.");
  const short = bonds.flatMap(([bond, name]) => {
    const [asked, wanted] = [facts.demanded[bond], facts.wanted[bond]!];
    if (asked !== null && asked >= wanted) return [];
    const found = asked === null ? `no ${name}` : `a ${name} of ${asked} percent`;
    return [`It asks for ${found}; ${wanted} percent wanted.`];
  });
  return short.length === 0
    ? pass("It asks for a bid guarantee, a performance bond and a payment bond.")
    : fail(short.join(" "));
};

export type ClauseFacts = AskedFacts & {
  federal: boolean;
  /** A rule on provisions held on the day of publication. */
  ruled: boolean;
  /** Titles of the clauses that the law of that day asks for: in it, left out with a reason, or neither. */
  present: readonly string[];
  leftOut: readonly string[];
  missing: readonly string[];
};

/** The provisions of appendix II stand in it, or why one does not (2 CFR 200.327). */
export const judgeClauses = (facts: ClauseFacts): Verdict => {
  const { federal, ruled, present, leftOut, missing } = facts;
  const aside = asideOf(facts);
  if (aside) return aside;
  if (!federal) return notFederal;
  if (!ruled) return unknown("No rule on provisions of contracts held on that day.");
  if (missing.length > 0) return fail(`It lacks: ${missing.join("; ")}.`);
  const out = leftOut.length === 0 ? "" : `; left out with a reason: ${leftOut.join("; ")}`;
  return pass(`${counted(present.length, "provision")} of federal awards in it${out}.`);
};

export type OutreachFacts = AskedFacts & {
  federal: boolean;
  ruled: boolean;
  /** Steps that were taken until the deadline, and after it. */
  steps: number;
  late: number;
};

/** Steps toward small and minority firms were taken before the deadline (2 CFR 200.321). */
export const judgeOutreach = (facts: OutreachFacts): Verdict => {
  const { federal, ruled, steps, late } = facts;
  const aside = asideOf(facts);
  if (aside) return aside;
  if (!federal) return notFederal;
  if (!ruled) return unknown("No rule on such steps held on that day.");
  if (steps > 0) return pass(`${counted(steps, "step")} recorded until the deadline.`);
  const after = late === 0 ? "" : ` ${counted(late, "step")} came after the deadline.`;
  return fail(`No step toward small and minority firms is recorded.${after}`);
};
