import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/** Rules that the controls of orders stand on and that no law of purchases above names. */
export const orderRules: readonly ShippedRule[] = [
  {
    key: "orderBeforeReceipt",
    label: "Order before receipt",
    citation: "Agency procurement policy; 2 CFR 200.303(a)",
    text: "Goods and services are ordered before they come: whoever receives them first and orders them afterwards has bound the agency without approval. 2 CFR 200.303(a) asks for internal control over federal awards and names no such rule.",
    effectiveFrom: day("2000-01-01"),
    effectiveTo: null,
    parameters: {},
    source: "Default of the product",
    verified: false,
  },
  {
    key: "separationOfDuties",
    label: "Separation of duties in a purchase",
    citation: "Agency policy on internal control; 2 CFR 200.303(a)",
    text: "Ordering, approving and receiving one purchase are done by different people. 2 CFR 200.303(a) asks for internal control in accord with the Green Book of the GAO, which asks for separation of duties; neither names these three.",
    effectiveFrom: day("2000-01-01"),
    effectiveTo: null,
    parameters: {},
    source: "Default of the product",
    verified: false,
  },
];
