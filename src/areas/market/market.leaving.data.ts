import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const marketLeaving: readonly AgencyTable[] = [
  ...goAlong("market_class", "ocds_import", "ocds_line", "ocds_process", "protest"),
];
