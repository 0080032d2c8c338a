import { defineNoun } from "#server/lifecycle.ts";
import { submittalCycle, type SubmittalAction, type SubmittalStatus } from "./submittal.labels.ts";
import { submittal } from "./submittal.tables.ts";

export type SubmittalStored = typeof submittal.$inferSelect;

export const submittalNoun = defineNoun<SubmittalStatus, SubmittalAction, typeof submittal>({
  name: "submittal",
  path: "submittals",
  page: "/projects/submittals",
  table: submittal,
  cycle: submittalCycle,
  number: (row) => row.number,
  read: "project.read",
  keepsFiles: ["approved", "approved_as_noted", "rejected"],
});
