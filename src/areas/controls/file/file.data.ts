import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/** The rule that the file of a purchase is held against. */
export const fileRule = "procurementRecords";

export const fileRules: readonly ShippedRule[] = [
  {
    key: fileRule,
    label: "Records of a purchase",
    citation: "2 CFR 200.318(i)",
    text: "Records are kept that detail the history of each purchase: the rationale for the method, the selection of the contract type, the contractor selected or rejected, and the basis for the contract price.",
    effectiveFrom: day("2014-12-26"),
    effectiveTo: null,
    parameters: {},
    source: "eCFR, 2 CFR part 200",
    verified: false,
  },
];
