import type { ReadyReport } from "#server/facts/ready.ts";
import { year } from "./period.data.ts";

const spending = { side: ["spending"] };

/** Reports for the budget officer on what is bound: how it came, how old it is, what went beyond the budget. */
export const encumbrancesReports: readonly ReadyReport[] = [
  {
    id: "encumbrance-roll-forward",
    name: "Encumbrances rolled forward by fund",
    says: "How this year's encumbrances came to what they are now, fund by fund.",
    formula:
      "Carried in and on, plus made and changed, plus used (below zero), plus released (below zero), plus restored by reversals, is what is encumbered now; each is the sum of the ledger's movements of that kind.",
    citation: "GASB Codification, section 1700",
    readers: ["budget_officer", "controller", "auditor"],
    question: {
      measures: [
        "ledger.carried",
        "ledger.made",
        "ledger.used",
        "ledger.released",
        "ledger.reversed",
        "ledger.encumbered",
      ],
      by: ["fund"],
      where: spending,
      period: year,
    },
    chart: "table",
  },
  {
    id: "open-orders-by-age",
    name: "Open orders by age",
    says: "What is ordered and not invoiced, by how long ago it was ordered.",
    formula:
      "Amount less released less invoiced of each open order, never below zero, by the days since the day of the order.",
    readers: ["budget_officer", "buyer", "controller"],
    question: {
      measures: ["orders.waiting", "orders.open"],
      by: ["orderAge"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "budget-overrides",
    name: "Requests allowed beyond the budget",
    says: "Which departments were allowed to ask for more than their budget held this fiscal year.",
    formula:
      "Requisitions requested in the year whose budget override was granted, and their amount in full.",
    readers: ["budget_officer", "controller", "auditor"],
    question: {
      measures: ["requisitions.overrides", "requisitions.overrideAmount"],
      by: ["department"],
      where: {},
      period: year,
    },
    chart: "bar",
  },
];
