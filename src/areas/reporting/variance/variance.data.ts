import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";
import { varianceRule } from "./variance.model.ts";

/**
 * From which difference on a row of the budgetary comparison is explained: a default that the agency's
 * own rule takes the place of, no law. GASB Statement 103 asks for the explanation of significant
 * variances and sets no figure.
 */
export const varianceRules: readonly ShippedRule[] = [
  {
    key: varianceRule,
    label: "Variances to be explained",
    citation: "Agency budget policy; GASB Statement 103",
    text: "A row of the budgetary comparison that differs from its final budget by more than both figures is explained. GASB Statement 103 asks for the explanation of significant variances and leaves the figure to the agency.",
    effectiveFrom: day("2000-01-01"),
    effectiveTo: null,
    parameters: { variancePercent: 10, cents: 10_000_00 },
    source: "Default of the product",
    verified: false,
  },
];
