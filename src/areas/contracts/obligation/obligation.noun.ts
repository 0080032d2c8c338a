import { defineNoun } from "#server/lifecycle.ts";
import { dueCycle, type DueAction, type DueStatus } from "./obligation.labels.ts";
import { contractObligationDue } from "./obligation.tables.ts";

export type DueRecord = typeof contractObligationDue.$inferSelect;

export const dueNoun = defineNoun<DueStatus, DueAction, typeof contractObligationDue, DueRecord>({
  name: "obligation",
  path: "obligations",
  page: "/contract-management/obligations",
  table: contractObligationDue,
  cycle: dueCycle,
  number: (row) => `Due ${row.dueOn}`,
  read: "contract.read",
});
