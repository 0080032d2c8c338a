import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/** How long the end of an agency waits, and how long its records have to be kept. */
export const endingRule: ShippedRule = {
  key: "agencyEnding",
  label: "End of an agency",
  citation: "2 CFR 200.334; agency policy on records",
  text: "Between the confirmation of an agency's end and the deletion lie so many days, in which an administrator takes it back. Records of federal awards are kept for so many years after their last entry: an agency ends before only where they were taken along and somebody keeps them.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { waitDays: 14, keepYears: 3 },
  source:
    "Waiting days: default of the product. Years: 2 CFR 200.334 as revised for awards from 2024-10-01",
  verified: false,
};
