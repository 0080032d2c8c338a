import { apart, goAlong, stayBehind, type AgencyTable } from "#server/agency-tables/rule.ts";

const operators =
  "Dealings of the operator with the agencies that it hosts: no records of its own work.";

const copy = { not: "About the agency and its operator; a copy has no limits." };

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const billingLeaving: readonly AgencyTable[] = [
  ...goAlong("agency_bill_taken"),
  apart("agency_count", { copied: copy }),
  apart("agency_limit", { copied: copy }),
  ...stayBehind(
    operators,
    "agency_bill",
    "agency_bill_dispute",
    "agency_bill_line",
    "agency_bill_payment",
    "agency_bill_reminder",
    "agency_subscription",
    "hosting_agreement",
    "price_plan",
  ),
];
