import { day } from "#kernel/time.ts";
import type { ShippedRule } from "#areas/governance/governance.server.ts";

/** When a single audit's report is submitted, and when a decision on its findings is due. */
export const singleAuditRules: readonly ShippedRule[] = [
  {
    key: "singleAuditClocks",
    label: "Days of a single audit",
    citation: "2 CFR 200.512(a), 200.521(d)",
    text: "The reporting package is submitted within the earlier of 30 calendar days after receipt of the auditor's report or nine months after the end of the audit period. A management decision is issued within six months of the acceptance of the audit report.",
    effectiveFrom: day("2014-12-26"),
    effectiveTo: null,
    parameters: { submitDays: 30, submitMonths: 9, decisionMonths: 6 },
    source: "eCFR, 2 CFR part 200, subpart F",
    verified: false,
  },
];
