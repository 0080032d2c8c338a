import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const logisticsLeaving: readonly AgencyTable[] = [
  ...goAlong("road_closure", "road_layer", "route_plan", "route_stop", "shipment_event"),
  apart("delivery_proof", { plain: { digest: "SHA-256 of the proof." } }),
];
