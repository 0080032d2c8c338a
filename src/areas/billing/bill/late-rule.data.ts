import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/**
 * When a late bill is reminded of, and when its agency is read-only. No law sets these days between an
 * operator and the agencies that it hosts; they are the operator's, dated, and can be set under Rules.
 */
export const lateBillRule: ShippedRule = {
  key: "lateBill",
  label: "Late bills to hosted agencies",
  citation: "Operator's terms of hosting",
  text: "A bill to an agency that is hosted here is reminded of 15, 30 and 45 days after its last day. After 90 days the agency is read-only until it is paid: it reads, exports, pays what was approved, takes bids to what is published and orders under a declared emergency. While the agency declares an emergency nothing is taken away, and the days of a dispute do not count.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: {
    firstReminderDays: 15,
    secondReminderDays: 30,
    thirdReminderDays: 45,
    readOnlyDays: 90,
  },
  source: "Default of the product",
  verified: false,
};
