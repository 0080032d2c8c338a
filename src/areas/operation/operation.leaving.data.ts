import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const operationLeaving: readonly AgencyTable[] = [
  ...goAlong("check_result", "check_run", "check_schedule"),
];
