import { goAlong, secretHere, stayBehind, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const devicesLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "device",
    "device_alarm",
    "device_alarm_rule",
    "device_latest",
    "device_post",
    "device_reading",
    "device_recount",
    "device_sum",
    "device_watch",
  ),
  ...stayBehind(secretHere, "device_key"),
];
