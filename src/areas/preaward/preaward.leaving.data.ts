import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const preawardLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "grant_application_form",
    "grant_application_section",
    "grant_budget",
    "grant_opportunity",
    "grant_portfolio",
    "grant_pursuit",
  ),
  apart("grant_applicant", {
    copied: {
      madeUp: {
        ein: "tax",
        street: "address",
        city: "address",
        postal_code: "address",
        phone: "phone",
        email: "mail",
      },
    },
  }),
  apart("grant_application", { copied: { madeUp: { signed_phone: "phone" } } }),
  apart("grant_contributor", { copied: { madeUp: { email: "mail" } } }),
  apart("grant_opportunity_source", { plain: { source_key: "Names the source." } }),
  apart("grant_search", {
    copied: { not: "Sends letters." },
    plain: { digest: "How often it writes." },
  }),
];
