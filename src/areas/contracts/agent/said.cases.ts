import type { AgentCase } from "#server/agents/agent.ts";
import type { PaperCase } from "./said.evaluation.ts";

const labelled = (
  name: string,
  asks: PaperCase["asks"],
  right: string,
  ...lines: string[]
): AgentCase => ({ name, right, given: { asks, lines } satisfies PaperCase });

const term =
  "This Agreement shall commence on July 1, 2026 and continue through June 30, 2027, unless ended sooner.";
const money = [
  "The Contractor keeps general liability insurance of at least $2,000,000 per occurrence.",
  "Payment under this Agreement shall not exceed $1,840,000.00, including all expenses.",
];
const renewal =
  "The County may renew this Agreement for two (2) additional one-year terms by written notice at least sixty (60) days before the term ends.";

/** Passages as they stand in contracts of agencies, each with what a person reads in them. */
export const paperCases: readonly AgentCase[] = [
  labelled(
    "a label with its day",
    "endsOn",
    "2027-06-30",
    "Begins July 1, 2026",
    "Ends June 30, 2027",
  ),
  labelled("the first day of a sentence with two", "startsOn", "2026-07-01", term),
  labelled("the last day of a sentence with two", "endsOn", "2027-06-30", term),
  labelled(
    "the signature is no first day",
    "startsOn",
    "2026-09-01",
    "Signed on August 14, 2026 by the Chair of the Board.",
    "Effective date: September 1, 2026",
  ),
  labelled(
    "a term by its length",
    "endsOn",
    "2027-08-31",
    "Effective date: September 1, 2026",
    "The term of this Agreement is twelve (12) months from the effective date.",
  ),
  labelled(
    "insurance that ends is no end of the contract",
    "endsOn",
    "none",
    "The certificate of insurance expires on March 31, 2027.",
  ),
  labelled(
    "a day that may be read in two ways",
    "endsOn",
    "none",
    "This contract expires on 03/04/2027.",
  ),
  labelled(
    "two last days",
    "endsOn",
    "none",
    "This Agreement expires on June 30, 2027.",
    "This Agreement expires on December 31, 2027.",
  ),
  labelled("an amount after another", "ceiling", "184000000", ...money),
  labelled(
    "an amount over two lines",
    "ceiling",
    "26800000",
    "The total compensation to be paid to the Consultant under this Agreement is",
    "$268,000, as set out in Exhibit B.",
  ),
  labelled("no amount but the insurance", "ceiling", "none", money[0]!),
  labelled("options in words", "optionCount", "2", renewal),
  labelled("a one-year term is twelve months", "optionMonths", "12", renewal),
  labelled("notice of a renewal", "optionNoticeDays", "60", renewal),
  labelled(
    "notice of a termination is none",
    "optionNoticeDays",
    "none",
    "Either side may terminate this Agreement for convenience on thirty (30) days written notice before the last day.",
  ),
  labelled(
    "options as this product prints them",
    "optionNoticeDays",
    "90",
    "Options 2 options of 12 months each; notice 90 days before the end",
  ),
  labelled(
    "retainage, not overhead",
    "retainagePercent",
    "5",
    "Overhead is 12% of direct cost. The Agency retains five percent (5%) of each payment.",
  ),
  labelled(
    "the clause by its law",
    "clause.davisBacon",
    "there",
    "Laborers are paid weekly at the rates of 40 U.S.C. 3141 and the wage determination attached.",
  ),
  labelled(
    "another clause about wages",
    "clause.davisBacon",
    "none",
    "The Contractor pays its people on time and in full.",
  ),
  labelled(
    "a report each month",
    "duty",
    "vendor monthly",
    "The Contractor shall submit a progress report each month with photographs.",
  ),
  labelled(
    "a duty on a condition",
    "duty",
    "none",
    "The Contractor shall submit a monthly report if the County asks for it.",
  ),
];
