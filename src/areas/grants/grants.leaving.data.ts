import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const grantsLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "award_budget",
    "award_revision",
    "award_term",
    "disaster_cost",
    "drawdown",
    "grant_award",
    "grant_report",
    "milestone",
    "term_override",
  ),
];
