import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const budgetLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "account_string",
    "budget_actual",
    "budget_amendment",
    "budget_amendment_line",
    "budget_change",
    "budget_cycle",
    "budget_cycle_step",
    "budget_forecast",
    "budget_forecast_scenario",
    "budget_fund_balance",
    "budget_fund_rule",
    "budget_line",
    "budget_package",
    "budget_position",
    "budget_proposal",
    "budget_proposal_line",
    "budget_proposal_version",
    "budget_take_back",
    "budget_target",
    "commitment_entry",
    "cost_code",
    "fiscal_year",
    "general_ledger",
    "segment_value",
  ),
  apart("budget_book", { plain: { hash: "SHA-256 of the book." } }),
];
