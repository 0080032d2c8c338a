import { day } from "#kernel/time.ts";
import type { ShippedRule } from "#areas/governance/governance.server.ts";

/** By when a nonconformance is contained and decided. No law names the days: they are the agency's, dated. */
export const nonconformanceRule: ShippedRule = {
  key: "nonconformanceDays",
  label: "Days of nonconformances",
  citation: "Agency policy on nonconformances",
  text: "What does not meet its requirements is contained, so that nobody uses it by mistake, within so many days after it was reported, and decided about within so many days after it was contained.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { containDays: 1, decideDays: 10 },
  source: "Default of the product",
  verified: false,
};
