import { defineNoun } from "#server/lifecycle.ts";
import { programApplication } from "../passthrough.tables.ts";
import {
  programApplicationCycle,
  type ApplicationAction,
  type ApplicationStatus,
} from "./application.labels.ts";

export type ProgramApplicationRecord = typeof programApplication.$inferSelect;
export const programApplicationNoun = defineNoun<
  ApplicationStatus,
  ApplicationAction,
  typeof programApplication,
  ProgramApplicationRecord
>({
  name: "programApplication",
  path: "program-applications",
  page: "/grant-management/program-applications",
  table: programApplication,
  cycle: programApplicationCycle,
  number: (row) => row.number,
  askers: ["createdBy"],
  read: "grantProgram.read",
  // A draft is its applicant's.
  visible: (_db, _actor, row) => row.status !== "draft" && row.submittedAt !== null,
});
