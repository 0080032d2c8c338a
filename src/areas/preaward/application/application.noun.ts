import { defineNoun } from "#server/lifecycle.ts";
import { grantApplication } from "../preaward.tables.ts";
import { applicationCycle } from "./application.labels.ts";

export type StoredApplication = typeof grantApplication.$inferSelect;

export const applicationNoun = defineNoun({
  name: "grantApplication",
  path: "grant-applications",
  page: "/grant-applications",
  table: grantApplication,
  cycle: applicationCycle,
  keepsFiles: ["submitted", "accepted"],
  number: (row) => row.number,
  askers: ["ownerId", "preparedBy"],
});
