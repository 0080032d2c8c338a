import { defineNoun } from "#server/lifecycle.ts";
import { journalEntry } from "../books.tables.ts";
import { entryCycle, type EntryAction, type EntryStatus } from "./entry.labels.ts";

export type EntryRecord = typeof journalEntry.$inferSelect;
export const entryNoun = defineNoun<EntryStatus, EntryAction, typeof journalEntry, EntryRecord>({
  name: "journalEntry",
  path: "journal-entries",
  page: "/budget-management/journal-entries",
  table: journalEntry,
  cycle: entryCycle,
  number: (row) => row.number,
  read: "books.read",
});
