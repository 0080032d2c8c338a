import type { ReadyReport } from "#server/facts/ready.ts";
import { comparison } from "./comparison.data.ts";
import { year } from "./period.data.ts";

const formula =
  "Expended of each line as the ledger has it, of its revised budget; the days of the agency's fiscal year until today, this one included, of all of its days. What is encumbered stands beside and is not yet used.";
const asked = {
  measures: [
    "budget.spent",
    "budget.gone",
    "budget.budget",
    "budget.expended",
    "budget.encumbered",
    "budget.available",
  ],
  where: { side: ["spending"] },
  period: year,
  order: "-budget.spent",
};

/** Reports for the council's meeting, which budget officer and manager bring before it. */
export const councilReports: readonly ReadyReport[] = [
  {
    id: "budget-pace-department",
    name: "Budget to actual against the year's pace, by department",
    says: "Which departments have spent more of their budget than has gone of the fiscal year.",
    formula,
    citation: "GFOA best practice Budget Monitoring",
    readers: ["budget_officer", "department_head", "controller"],
    question: { ...asked, by: ["department"] },
    chart: "table",
  },
  {
    id: "budget-pace-fund",
    name: "Budget to actual against the year's pace, by fund",
    says: "Which funds have spent more of their budget than has gone of the fiscal year.",
    formula,
    citation: "GFOA best practice Budget Monitoring",
    readers: ["budget_officer", "controller"],
    question: { ...asked, by: ["fund"] },
    chart: "table",
  },
  {
    id: "since-last-meeting",
    name: "Bills, orders and awards since the last meeting",
    says: "What was approved since the last packet for the council was published, by department.",
    formula:
      "Bills approved, purchase orders placed and awards of competitions made from the day on which the last packet of kept runs was published, that day included, until today.",
    readers: ["budget_officer", "controller", "buyer"],
    question: {
      measures: [
        "spending.spent",
        "spending.bills",
        "orders.ordered",
        "orders.placed",
        "madeAwards.amount",
        "madeAwards.awards",
      ],
      by: ["department"],
      where: {},
      period: "since-packet",
      order: "-spending.spent",
    },
    chart: "table",
  },
  comparison,
];
