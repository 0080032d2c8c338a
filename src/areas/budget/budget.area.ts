import type { AreaManifest } from "#kernel/area.ts";
import { budgetPages } from "./budget.pages.ts";

export const budgetArea = {
  name: "budget",
  pages: budgetPages,
  permissions: {
    "budget.read": ["member"],
    "budget.edit": ["budget_officer", "admin"],
    "budget.import": ["budget_officer", "admin"],
    "budget.override": ["budget_officer"],
    "budget.approve": ["budget_officer", "admin"],
    "ledger.read": ["manager", "admin", "budget_officer", "auditor", "ap", "treasurer", "buyer"],
  },
  duties: {
    budget_officer: {
      place: 3,
      label: "Budget officer",
      about: "Loads the budget, overrides a shortfall",
    },
  },
  approvables: {
    budgetChange: {
      place: 5,
      label: "Budget change",
      icon: "scale",
      task: "Approve budget change",
      decide: "budget.approve",
    },
  },
  publishes: { budget: { place: 2, label: "The budget by department" } },
} as const satisfies AreaManifest;
