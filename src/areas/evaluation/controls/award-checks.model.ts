import type { Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";

// Rules of awards. Nothing is judged before an intent to award is posted: until then what an evaluation
// holds is for those who take part in it.

/** What every check knows of an award. `made`: it is no intent any more. */
export type AwardFacts = { award: string | null; made: boolean };

const aside = ({ award }: AwardFacts): Verdict | null =>
  award === null ? { answer: "not_applicable", said: "No award is intended yet." } : null;
const pass = (said: string): Verdict => ({ answer: "pass", said });
const fail = (said: string): Verdict => ({ answer: "fail", said });
const unknown = (said: string): Verdict => ({ answer: "unknown", said });
const none = (said: string): Verdict => ({ answer: "not_applicable", said });

/** A text of fewer characters says nothing. */
const leastText = 20;

export type CompetitionFacts = AwardFacts & {
  kind: string;
  /** Responsive bids; null where no panel judged them. */
  responsive: number | null;
  /** How many the law of the day asks for; null where no rule says. */
  wanted: number | null;
  /** Characters of the written finding of inadequate competition. */
  finding: number;
};

const plural: Readonly<Record<string, string>> = { itb: "bid", rfp: "proposal" };

/**
 * Two or more bids competed, or a written finding says why one is enough (2 CFR 200.320(b)(1)(ii), (c)).
 */
export const judgeCompetition = (facts: CompetitionFacts): Verdict => {
  const { kind, responsive, wanted, finding } = facts;
  const before = aside(facts);
  if (before) return before;
  const what = plural[kind];
  if (what === undefined) return none("Quotations are judged with their order.");
  if (responsive === null) return unknown("Nobody judged whether the bids are responsive.");
  if (wanted === null) return unknown("No rule says how many bids were asked for on that day.");
  const found = `${counted(responsive, `responsive ${what}`)}; ${wanted} wanted.`;
  if (responsive >= wanted) return pass(found);
  return finding >= leastText
    ? pass(`${found} A finding of inadequate competition is on record.`)
    : fail(`${found} No finding says why that is enough.`);
};

export type AnalysisFacts = AwardFacts & {
  /** The larger of estimate and award, in cents. */
  amount: number;
  simplifiedCents: number | null;
  evaluated: boolean;
  analysisKind: "price" | "cost" | null;
  /** Characters of the analysis. */
  analysis: number;
};

/** Above the threshold a cost or price analysis is on record (2 CFR 200.324(a)). */
export const judgeAnalysis = (facts: AnalysisFacts): Verdict => {
  const { amount, simplifiedCents, evaluated, analysisKind, analysis } = facts;
  const before = aside(facts);
  if (before) return before;
  if (simplifiedCents === null)
    return unknown("No simplified acquisition threshold holds on that day.");
  if (amount <= simplifiedCents)
    return none("It is at or below the simplified acquisition threshold.");
  if (!evaluated) return unknown("Nobody evaluated it: the record does not say.");
  return analysis >= leastText
    ? pass(`A ${analysisKind ?? "cost or price"} analysis is on record.`)
    : fail(`No cost or price analysis is on record, above ${formatCents(simplifiedCents)}.`);
};

export type ExclusionFacts = AwardFacts & {
  federal: boolean;
  /** From this share of a winner on; null where no rule says. */
  fromCents: number | null;
  /** `screened`: what the check for this award came to; null where none was made. */
  winners: readonly {
    vendor: string;
    cents: number;
    screened: "clear" | "possible" | "excluded" | null;
  }[];
};

const matches = {
  clear: "was checked",
  excluded: "is excluded from federal awards",
  possible: "has a match in the exclusions that nobody decided",
  none: "was not checked for exclusion before the award",
} as const;

/** Whoever wins a covered share is checked in SAM.gov before the award (2 CFR 180.300, 200.214). */
export const judgeExclusion = (facts: ExclusionFacts): Verdict => {
  const { made, federal, fromCents, winners } = facts;
  const before = aside(facts);
  if (before) return before;
  if (!federal) return none("No federal money pays for it.");
  if (fromCents === null) return unknown("No rule says who is checked on that day.");
  const covered = winners.filter(({ cents }) => cents >= fromCents);
  if (covered.length === 0) return none(`No winner's share reaches ${formatCents(fromCents)}.`);
  const open = covered.filter(({ screened }) => screened !== "clear");
  if (open.length === 0)
    return pass(`${covered.map(({ vendor }) => vendor).join(", ")}: not excluded.`);
  if (!made && open.every(({ screened }) => screened === null))
    return none("Winners are checked as the award is made.");
  return fail(
    open.map(({ vendor, screened }) => `${vendor} ${matches[screened ?? "none"]}.`).join(" "),
  );
};

export type InterestFacts = AwardFacts & {
  ruled: boolean;
  evaluated: boolean;
  /** Who took part and was not recused: how many, and the names of those who have not declared twice. */
  members: number;
  undeclared: readonly string[];
};

/** Everybody who evaluates declared interests, in general and for each bidder (2 CFR 200.318(c)). */
export const judgeInterests = (facts: InterestFacts): Verdict => {
  const { ruled, evaluated, members, undeclared } = facts;
  const before = aside(facts);
  if (before) return before;
  if (!evaluated)
    return none("No panel evaluated it: the buyer declares as quotations are awarded.");
  if (!ruled) return unknown("No rule on interests held on that day.");
  if (members === 0) return unknown("Nobody is named who evaluated it.");
  return undeclared.length === 0
    ? pass(`${counted(members, "person", "people")} took part, and each declared interests.`)
    : fail(`Took part without a declaration of interests: ${undeclared.join(", ")}.`);
};

export type InsuranceFacts = AwardFacts & {
  demanded: boolean;
  ruled: boolean;
  /** The day of the award. */
  on: Day;
  /** Until when the certificate holds; `letGo`: somebody overrode it with a reason. */
  winners: readonly { vendor: string; until: Day | null; letGo: boolean }[];
};

/** Where insurance is demanded, every winner's certificate holds on the day of the award. */
export const judgeInsurance = (facts: InsuranceFacts): Verdict => {
  const { demanded, ruled, on, winners } = facts;
  const before = aside(facts);
  if (before) return before;
  if (!demanded) return none("It demands no insurance.");
  if (!ruled) return unknown("No rule on insurance held on that day.");
  const lapsed = winners.filter(({ until }) => until === null || until < on);
  const open = lapsed.filter(({ letGo }) => !letGo);
  if (open.length > 0)
    return fail(
      open
        .map(({ vendor, until }) =>
          until === null
            ? `No certificate of ${vendor} is on record.`
            : `The certificate of ${vendor} ran out on ${formatDate(until)}.`,
        )
        .join(" "),
    );
  const held = lapsed.map(({ vendor }) => vendor).join(", ");
  return pass(
    lapsed.length === 0
      ? `Every winner's certificate is in force on ${formatDate(on)}.`
      : `In force on ${formatDate(on)}; let go on with a reason: ${held}.`,
  );
};
