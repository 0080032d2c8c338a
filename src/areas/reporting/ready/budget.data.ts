import type { ReadyReport } from "#server/facts/ready.ts";
import { year } from "./period.data.ts";

const spending = { side: ["spending"] };

/** Reports for the budget officer and the council: the budget, its ledger, what orders hold. */
export const budgetReports: readonly ReadyReport[] = [
  {
    id: "budget-to-actual",
    name: "Budget to actual by department",
    says: "What each department may spend this year, what is committed and what is left.",
    formula: "Revised budget less encumbered and expended, line by line.",
    citation: "GASB Statement 34, paragraph 130",
    readers: ["budget_officer", "department_head", "controller"],
    question: {
      measures: ["budget.budget", "budget.encumbered", "budget.expended", "budget.available"],
      by: ["department"],
      where: spending,
      period: year,
    },
    chart: "bar",
  },
  {
    id: "open-encumbrances",
    name: "Open encumbrances by fund",
    says: "What orders and contracts still hold of each fund this year.",
    formula:
      "Encumbered of each budget line: what was promised less what was invoiced or released.",
    readers: ["budget_officer", "controller", "treasurer"],
    question: {
      measures: ["budget.encumbered", "budget.budget"],
      by: ["fund"],
      where: spending,
      period: year,
    },
    chart: "bar",
  },
  {
    id: "ledger-by-month",
    name: "Expended by month",
    says: "What was charged to the budget each month of the year.",
    formula: "Sum of the ledger's movements by the day on which they are posted.",
    readers: ["budget_officer", "controller", "auditor"],
    question: {
      measures: ["ledger.expended"],
      by: ["month"],
      where: spending,
      period: year,
    },
    chart: "line",
  },
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
