import { addDays, type Day } from "#kernel/time.ts";
import { disposalRulesOf } from "./disposal-rules.data.ts";
import type { DisposalWay } from "./disposal.labels.ts";

/** What the share of the grantor follows from. */
export type ShareOf = {
  /** Text of `numeric(5,2)`: the federal part of what the asset cost. */
  federalPercent: string;
  awardedOn: Day | null;
  valueCents: number;
  way: DisposalWay;
  /** What came in for it; null while it is not sold. */
  proceedsCents: number | null;
  /** The grantor lets the agency keep the costs of selling. */
  keepsExpenses: boolean;
};
export type Share = {
  limitCents: number | null;
  shareCents: number;
  keptCents: number;
  owedCents: number;
  /** The rule in words, with its numbers. */
  because: string;
  citation: string;
};

const sold = (way: DisposalWay) => way === "sale" || way === "trade_in";
const hundredths = (percent: string): bigint => {
  const [whole = "0", rest = ""] = percent.split(".");
  return BigInt(whole) * 100n + BigInt(rest.padEnd(2, "0").slice(0, 2));
};
/** A percentage of an amount, halves up. */
const partOf = (cents: number, percent: string): number =>
  Number((BigInt(cents) * hundredths(percent) + 5_000n) / 10_000n);

const none = (because: string, citation: string, limitCents: number | null = null): Share => ({
  limitCents,
  shareCents: 0,
  keptCents: 0,
  owedCents: 0,
  because,
  citation,
});
const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-US")}`;

/**
 * What of an asset is the grantor's: nothing up to the limit of the award's day, else its percentage
 * of the proceeds of a sale, or of the fair market value; what is handed to the grantor owes nothing.
 */
export const shareOf = (of: ShareOf): Share => {
  if (hundredths(of.federalPercent) === 0n) return none("No federal money is in it.", "");
  if (of.awardedOn === null)
    return none("Enter when the federal award was made: the limit follows from it.", "");
  const rules = disposalRulesOf(of.awardedOn);
  const { limitCents, citation } = rules;
  if (of.valueCents <= limitCents)
    return none(
      `Its value is not above ${dollars(limitCents)}: nothing is owed.`,
      citation,
      limitCents,
    );
  if (of.way === "transfer")
    return none(
      "It is handed to the grantor, who compensates the agency for its own part.",
      citation,
      limitCents,
    );
  const bySale = sold(of.way) && of.proceedsCents !== null;
  const shareCents = partOf(bySale ? of.proceedsCents! : of.valueCents, of.federalPercent);
  const { mostCents, percent } = rules.keeps;
  const most = Math.min(mostCents, partOf(of.proceedsCents ?? 0, String(percent)));
  const keptCents = bySale && of.keepsExpenses ? Math.min(most, shareCents) : 0;
  return {
    limitCents,
    shareCents,
    keptCents,
    owedCents: shareCents - keptCents,
    because: `Above ${dollars(limitCents)}: ${Number(of.federalPercent)} % of ${bySale ? "the proceeds" : "the fair market value"} is the grantor's.`,
    citation,
  };
};

/** Whether the grantor must be asked before an asset goes. */
export const mustAsk = (of: { instructions: boolean; federalPercent: string; way: DisposalWay }) =>
  hundredths(of.federalPercent) > 0n && (of.instructions || of.way === "transfer");

/** Why a disposal has to wait for the grantor; null where it need not. */
export const grantorHolds = (
  of: Parameters<typeof mustAsk>[0] & {
    awardedOn: Day | null;
    askedOn: Day | null;
    answeredOn: Day | null;
    today: Day;
  },
): string | null => {
  if (!mustAsk(of) || of.answeredOn) return null;
  if (!of.askedOn) return "Ask the grantor for disposition instructions first: 2 CFR 200.313(e).";
  const { silenceDays } = disposalRulesOf(of.awardedOn ?? of.today);
  // Silence frees the agency to keep or sell it, not to hand it over.
  if (of.way !== "transfer" && of.today > addDays(of.askedOn, silenceDays)) return null;
  return `Enter what the grantor answered, or wait ${silenceDays} days from the day on which it was asked: 2 CFR 200.313(e).`;
};
