import { defineNoun } from "#server/lifecycle.ts";
import { journal } from "../cost/cost.tables.ts";
import { journalCycle, type JournalAction, type JournalStatus } from "./journal.labels.ts";

export type JournalRecord = typeof journal.$inferSelect;
export const journalNoun = defineNoun<JournalStatus, JournalAction, typeof journal, JournalRecord>({
  name: "journal",
  path: "journals",
  page: "/payments/journals",
  table: journal,
  cycle: journalCycle,
  number: (row) => row.number,
  read: "cost.read",
});
