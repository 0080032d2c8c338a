import { day } from "#kernel/time.ts";
import type { ShippedRule } from "#areas/governance/governance.server.ts";

/** When it is checked whether a corrective action works. No law names the days: they are the agency's, dated. */
export const checkRule: ShippedRule = {
  key: "correctiveChecks",
  label: "Checks of corrective actions",
  citation: "Agency policy on corrective actions",
  text: "Whether a corrective action works is checked twice, so many days after it was implemented: by another person than who implemented it, or by counting anew what it was about. The second check closes it.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { firstCheckDays: 30, secondCheckDays: 90 },
  source: "Default of the product",
  verified: false,
};
