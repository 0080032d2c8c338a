import type { Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Day } from "#kernel/time.ts";
import { aside, type OrderFacts } from "./order-checks.model.ts";

// What an order that came of no award is asked for before it goes out: its price, its vendor.

export type AnalysisFacts = OrderFacts & {
  /** By how many cents this version raised the order. */
  raised: number;
  simplifiedCents: number | null;
  solicitation: string | null;
  underContract: boolean;
  /** Prices that were quoted until the order went out, and later. */
  quoted: number;
  late: number;
};

/**
 * Above the simplified acquisition threshold, changes included, a cost or price analysis is made before
 * (2 CFR 200.324(a)). Prices of two suppliers beside each other are one; another one is written down
 * nowhere that this check reads.
 */
export const judgeAnalysis = (facts: AnalysisFacts): Verdict => {
  const { raised, simplifiedCents, solicitation, underContract, quoted, late } = facts;
  const before = aside(facts);
  if (before) return before;
  if (simplifiedCents === null)
    return { answer: "unknown", said: "No procurement thresholds hold on the day of the order." };
  if (raised <= simplifiedCents)
    return {
      answer: "not_applicable",
      said: `${formatCents(Math.max(0, raised))} does not exceed ${formatCents(simplifiedCents)}.`,
    };
  if (solicitation !== null)
    return { answer: "not_applicable", said: `It is analyzed with the award of ${solicitation}.` };
  if (underContract)
    return { answer: "not_applicable", said: "Its prices are those of a contract." };
  if (quoted >= 2)
    return {
      answer: "pass",
      said: `${counted(quoted, "quoted price")} stand beside each other: a price analysis.`,
    };
  const above = `${formatCents(raised)} is above ${formatCents(simplifiedCents)}`;
  if (late > 0)
    return {
      answer: "fail",
      said: `${above}, and ${counted(late, "price")} came after the order went out.`,
    };
  return {
    answer: "unknown",
    said: `${above}; the records hold no prices to compare, and do not say which analysis was made.`,
  };
};

/** How a vendor came out of the screening that stood when an order went out. */
type Screened = {
  outcome: "clear" | "possible" | "excluded";
  on: Day;
  decision: "clear" | "excluded" | null;
};

export type ExclusionFacts = OrderFacts & {
  federal: boolean;
  /** From which amount the rule asks; null where none holds. */
  cents: number | null;
  screened: Screened | null;
};

/**
 * Before a covered transaction the vendor is found not to be excluded or disqualified (2 CFR 180.300,
 * 200.214; of procurement contracts those from an amount on, 180.220(b)).
 */
export const judgeExclusion = (facts: ExclusionFacts): Verdict => {
  const { federal, cents, amount, screened } = facts;
  const before = aside(facts);
  if (before) return before;
  if (!federal) return { answer: "not_applicable", said: "No federal award pays for it." };
  if (cents === null)
    return { answer: "unknown", said: "No rule on exclusions holds on the day of the order." };
  if (amount < cents)
    return {
      answer: "not_applicable",
      said: `${formatCents(amount)} is below ${formatCents(cents)}.`,
    };
  if (screened === null)
    return { answer: "fail", said: "The vendor was not screened before the order." };
  const { outcome, on, decision } = screened;
  if (outcome === "clear" || (outcome === "possible" && decision === "clear"))
    return {
      answer: "pass",
      said: `Not excluded, screened ${formatDate(on)}${decision === "clear" ? " and decided by a person" : ""}.`,
    };
  return outcome === "excluded" || decision === "excluded"
    ? { answer: "fail", said: `The vendor was found excluded on ${formatDate(on)}.` }
    : {
        answer: "fail",
        said: `A possible match of ${formatDate(on)} was not decided before the order.`,
      };
};

export type InsuredFacts = OrderFacts & {
  /** The contract or solicitation that demands insurance; null where none does. */
  demandedBy: string | null;
  /** It demands a certificate in the vendor's record, which ends on `until` (null: none is there). */
  certificate: boolean;
  until: Day | null;
  day: Day;
  /** What the insurance that a contract demands lacked on that day, in words. */
  gaps: readonly string[];
  /** Who let it go on before, by name. */
  overriddenBy: string | null;
};

/** Where a contract or solicitation demands insurance, it is in force on the day of the order. */
export const judgeInsured = (facts: InsuredFacts): Verdict => {
  const { demandedBy, certificate, until, day, gaps, overriddenBy } = facts;
  const before = aside(facts);
  if (before) return before;
  if (demandedBy === null)
    return { answer: "not_applicable", said: "No contract or solicitation demands insurance." };
  const lapsed = certificate && (until === null || until < day);
  const lacks = [
    ...(lapsed
      ? [
          until === null
            ? "No certificate of insurance is on record."
            : `The certificate ran out on ${formatDate(until)}.`,
        ]
      : []),
    ...gaps,
  ].join(" ");
  if (!lacks)
    return { answer: "pass", said: `Insured on ${formatDate(day)} as ${demandedBy} demands.` };
  return overriddenBy === null
    ? { answer: "fail", said: `${demandedBy} demands insurance. ${lacks}` }
    : { answer: "pass", said: `${lacks} ${overriddenBy} let it go on with a reason.` };
};
