import { defineNoun } from "#server/lifecycle.ts";
import { programApplication } from "../passthrough.tables.ts";
import { seesApplication } from "./readers.service.ts";
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
  keepsFiles: ["submitted"],
  number: (row) => row.number,
  askers: ["createdBy"],
  read: "grantProgram.read",
  visible: seesApplication,
  confidential: true,
});
