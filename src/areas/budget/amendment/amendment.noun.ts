import { defineNoun } from "#server/lifecycle.ts";
import { budgetAmendment } from "../planning.tables.ts";
import { amendmentCycle, type AmendmentAction, type AmendmentStatus } from "./amendment.labels.ts";

export type AmendmentRecord = typeof budgetAmendment.$inferSelect;

export const amendmentNoun = defineNoun<
  AmendmentStatus,
  AmendmentAction,
  typeof budgetAmendment,
  AmendmentRecord
>({
  name: "budgetAmendment",
  path: "budget-amendments",
  page: "/budget-management/amendments",
  table: budgetAmendment,
  cycle: amendmentCycle,
  number: (amendment) => amendment.number,
  read: "budget.read",
});
