import type { ReadyReport } from "#server/facts/ready.ts";
import { year } from "./period.data.ts";

const spending = { side: ["spending"] };

/** Reports for the budget officer and the council: the budget and its ledger. */
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
];
