import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const flowsLeaving: readonly AgencyTable[] = [
  ...goAlong("flow_definition", "flow_step"),
  apart("flow_run", {
    copied: { madeUp: { starter_email: "mail" } },
    plain: { event_key: "Names the event that began it." },
  }),
];
