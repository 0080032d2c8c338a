import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";
import { waiverRule } from "./waiver.labels.ts";

/** For how many days a waiver holds at most: a default that the agency's own rule takes the place of. */
export const waiverRules: readonly ShippedRule[] = [
  {
    key: waiverRule,
    label: "Longest term of a waiver",
    citation: "Agency policy on internal control; 2 CFR 200.303",
    text: "A waiver of a control ends by itself within so many days; a longer need is asked for anew. 2 CFR 200.303 asks for internal control over federal awards and sets no figure.",
    effectiveFrom: day("2000-01-01"),
    effectiveTo: null,
    parameters: { days: 365 },
    source: "Default of the product",
    verified: false,
  },
];
