import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const capitalLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "capital_criteria",
    "capital_plan_item",
    "capital_request",
    "capital_scenario",
    "capital_score",
    "capital_source",
  ),
];
