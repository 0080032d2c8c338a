import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const costingLeaving: readonly AgencyTable[] = [
  ...goAlong("allocation_pool", "allocation_run", "cost_center", "cost_center_parent"),
];
