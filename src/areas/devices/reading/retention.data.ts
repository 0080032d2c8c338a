import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/** How long readings of devices are kept one by one: the agency's own figure, dated, under Rules. */
export const readingsRule: ShippedRule = {
  key: "deviceReadings",
  label: "Readings of devices are kept",
  citation: "Agency policy on records",
  text: "Readings of devices are kept one by one for so many months after the month in which they were read, and then go by whole months. What was added up by hour and by day, and alarms, stay. No law names the months for every kind of reading: they are the agency's, dated; where a program demands longer (vaccines, permits), enter that.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { months: 36 },
  source: "Default of the product",
  verified: false,
};
