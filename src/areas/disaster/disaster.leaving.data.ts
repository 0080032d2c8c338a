import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const disasterLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "alert_feed",
    "alert_message",
    "alert_rule",
    "incident",
    "incident_holding",
    "incident_log",
    "incident_objective",
    "incident_observation",
    "incident_period",
    "incident_plan",
    "incident_position",
    "incident_release",
    "incident_request",
    "incident_request_line",
    "incident_site",
    "incident_situation",
    "risk",
    "supply_question",
  ),
  apart("alert_kit_draft", { plain: { event_key: "Names the warning." } }),
  apart("alert_rule_act", { plain: { event_key: "Names the warning." } }),
  apart("weather_alert", { plain: { event_key: "Names the warning." } }),
];
