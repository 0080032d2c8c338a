import { day } from "#kernel/time.ts";
import type { ShippedRule } from "#areas/governance/governance.server.ts";

/**
 * How purchases by card are watched. No law names these days and amounts: they are the agency's, dated, and set
 * under Rules. Splitting is judged beside the threshold of 2 CFR 200.320(a)(1), below which a purchase needs no
 * competition: dividing one to stay below it is what 48 CFR 13.003(c)(2) forbids federal buyers.
 */
export const cardRule: ShippedRule = {
  key: "purchaseCards",
  label: "Purchases by card",
  citation: "Agency policy on purchase cards; 2 CFR 200.303(a)",
  text: "Purchases by card have their receipt within days, are not divided to stay below a limit, carry no sales tax where the agency pays none, and are not paid a second time by invoice. What breaks this has somebody who answers for it until a day; afterwards the card is suspended. 2 CFR 200.303(a) asks for internal control over federal awards and names none of these days or amounts: the agency says them.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: {
    cardReceiptDays: 10,
    cardSettleDays: 10,
    cardWarnDays: 3,
    cardSplitDays: 5,
    cardSplitCents: 0,
    cardTaxExempt: true,
    cardInvoiceDays: 30,
  },
  source: "Default of the product",
  verified: false,
};
