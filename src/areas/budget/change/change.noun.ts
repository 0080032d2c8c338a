import { defineNoun } from "#server/lifecycle.ts";
import { budgetChange } from "../budget.tables.ts";
import { changeCycle } from "./change.labels.ts";

export type ChangeRecord = typeof budgetChange.$inferSelect;

export const changeNoun = defineNoun({
  name: "budgetChange",
  path: "budget-changes",
  page: "/budget-management/changes",
  table: budgetChange,
  cycle: changeCycle,
  number: (change) => change.number,
  read: "budget.read",
});
