import { apart, goAlong, noWayIn, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const agentsLeaving: readonly AgencyTable[] = [
  ...goAlong("agent_run", "agent_setting"),
  apart("agent_client", { copied: { not: noWayIn } }),
  apart("agent_connection", { copied: { not: noWayIn } }),
  apart("agent_finding", {
    plain: {
      key: "Names the finding among its agent’s.",
      digest: "SHA-256 of what it was found from.",
    },
  }),
  apart("agent_read", { copied: { not: "What was read in the agency." } }),
];
