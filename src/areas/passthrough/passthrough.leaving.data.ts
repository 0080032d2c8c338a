import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const passthroughLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "desk_review",
    "desk_review_line",
    "program_consensus",
    "program_criterion",
    "program_reviewer",
    "program_score",
    "questioned_cost",
    "subaward",
    "subaward_cost",
    "subaward_request",
  ),
  apart("grant_program", { copied: { madeUp: { contact_email: "mail" } } }),
  apart("program_application", {
    copied: { madeUp: { contact_name: "name", contact_email: "mail" } },
  }),
];
