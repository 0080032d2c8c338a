import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const bankingLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "bank_alarm",
    "bank_fee_rule",
    "bank_line",
    "bank_match",
    "bank_month",
    "bank_statement",
    "check_exception",
    "positive_item",
    "positive_layout",
  ),
  apart("positive_file", {
    leaves: {
      without: {
        sealed:
          "The file for the bank with the numbers of its accounts; sealed with the key of this installation.",
      },
    },
    copied: { not: "A file for a bank: a copy makes its own, which say VOID." },
  }),
];
