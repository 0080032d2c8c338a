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
    "budget.adopt": ["budget_officer", "admin"],
    "proposal.edit": ["department_head", "budget_officer", "admin"],
    "amendment.create": ["department_head", "budget_officer", "admin"],
    "ledger.read": [
      "manager",
      "admin",
      "budget_officer",
      "controller",
      "auditor",
      "ap",
      "treasurer",
      "buyer",
    ],
  },
  duties: {
    budget_officer: {
      place: 3,
      label: "Budget officer",
    },
    department_head: {
      place: 23,
      label: "Department head",
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
    budgetAmendment: {
      place: 6,
      label: "Budget amendment",
      icon: "scale",
      task: "Approve budget amendment",
      decide: "budget.approve",
    },
  },
  publishes: { budget: { place: 2, label: "The budget by department" } },
} as const satisfies AreaManifest;
