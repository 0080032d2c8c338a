import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const communicationsLeaving: readonly AgencyTable[] = [
  ...goAlong("letter_template", "mass_notice", "notice_topic"),
  apart("notice_recipient", { copied: { madeUp: { email: "mail" } } }),
  apart("notice_subscriber", {
    copied: { not: "Somebody outside who asked for letters of the agency." },
  }),
  apart("written_letter", { copied: { madeUp: { to_address: "address" } } }),
];
