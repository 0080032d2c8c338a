import { year } from "./period.data.ts";

/** A comparison that the statements of the year show, line by line of a fund. */
export const comparison = {
  id: "budgetary-comparison",
  name: "Budgetary comparison by fund and department",
  says: "What was budgeted first, what is budgeted now, what was spent, by how much they differ, and why.",
  formula:
    "The original budget before its first change, the final budget with all changes until now, what the ledger expended, and the final budget less it; above zero is unspent. On the budgetary basis: encumbrances are no expenditure. What differs by more than the agency's figures is explained by the budget officer.",
  citation: "GASB Statement 34, paragraph 130; GASB Statement 103",
  readers: ["budget_officer", "controller", "auditor"],
  question: {
    measures: [
      "budget.variance",
      "budget.varianceShare",
      "budget.original",
      "budget.budget",
      "budget.expended",
    ],
    by: ["fund", "department"],
    where: { side: ["spending"] },
    period: year,
  },
  chart: "table",
  page: "/reports/budgetary-comparison",
} as const;
