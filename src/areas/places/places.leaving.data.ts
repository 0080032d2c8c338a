import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const placesLeaving: readonly AgencyTable[] = [
  ...goAlong("agency_boundary", "map_layer", "place_pin"),
];
