import { leastOf, type Rule } from "#areas/governance/governance.public.ts";

/** The days and amounts by which lines of cards are watched; cents and calendar days. */
export type CardRules = {
  receiptDays: number;
  settleDays: number;
  warnDays: number;
  splitDays: number;
  /** Together above this; 0: above the card's own limit of a purchase. */
  splitCents: number;
  taxExempt: boolean;
  invoiceDays: number;
  citation: string;
};

const mostOf = (rules: readonly Rule[], name: string): number | null => {
  const found = rules.flatMap(({ parameters }) =>
    typeof parameters[name] === "number" ? [parameters[name]] : [],
  );
  return found.length ? Math.max(...found) : null;
};

/** The rules in force as one: of several the strictest; where none says a figure, the product's default. */
export const cardRulesOf = (rules: readonly Rule[]): CardRules => ({
  receiptDays: leastOf(rules, "cardReceiptDays") ?? 10,
  settleDays: leastOf(rules, "cardSettleDays") ?? 10,
  warnDays: mostOf(rules, "cardWarnDays") ?? 3,
  splitDays: mostOf(rules, "cardSplitDays") ?? 5,
  splitCents: leastOf(rules, "cardSplitCents") ?? 0,
  taxExempt: rules.some(({ parameters }) => parameters.cardTaxExempt === true),
  invoiceDays: mostOf(rules, "cardInvoiceDays") ?? 30,
  citation: rules[0]?.citation ?? "",
});
