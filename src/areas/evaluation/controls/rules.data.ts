import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/** Rules that the controls of awards stand on and that no rule of purchases above names. */
export const awardRules: readonly ShippedRule[] = [
  {
    key: "evaluatorInterests",
    label: "Interests of those who evaluate",
    citation: "2 CFR 200.318(c)",
    text: "Nobody with a real or apparent conflict of interest takes part in the selection, award or administration of a contract. That each evaluator declares in writing is how the agency shows it: the regulation asks for standards of conduct and names no form.",
    effectiveFrom: day("2024-10-01"),
    effectiveTo: null,
    parameters: {},
    source: "2 CFR 200.318(c)(1) as revised for awards from 2024-10-01",
    verified: true,
  },
];
