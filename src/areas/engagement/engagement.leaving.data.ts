import { apart, goAlong, linkOf, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const engagementLeaving: readonly AgencyTable[] = [
  ...goAlong("feature_vote", "service_addition", "service_reopen_rule", "service_type"),
  apart("bulletin_subscriber", {
    leaves: { without: { token_digest: linkOf } },
    copied: { not: "Somebody outside who asked for letters of the agency." },
  }),
  apart("feature_request", { copied: { madeUp: { email: "mail" } } }),
  apart("inquiry", {
    leaves: { without: { token_digest: linkOf } },
    copied: { madeUp: { email: "mail", phone: "phone", name: "name" } },
  }),
  apart("service_follower", {
    leaves: { without: { token_digest: linkOf } },
    copied: { not: "Somebody outside who asked for letters of the agency." },
  }),
  apart("service_request", {
    copied: {
      madeUp: {
        address: "address",
        reporter_name: "name",
        reporter_email: "mail",
        reporter_phone: "phone",
      },
    },
  }),
  apart("user_feedback", { copied: { madeUp: { email: "mail" } } }),
];
