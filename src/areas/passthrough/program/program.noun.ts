import { defineNoun } from "#server/lifecycle.ts";
import { grantProgram } from "../passthrough.tables.ts";
import { programCycle, type ProgramAction, type ProgramStatus } from "./program.labels.ts";

export type ProgramRecord = typeof grantProgram.$inferSelect;
export const programNoun = defineNoun<
  ProgramStatus,
  ProgramAction,
  typeof grantProgram,
  ProgramRecord
>({
  name: "grantProgram",
  path: "grant-programs",
  page: "/grant-management/programs",
  table: grantProgram,
  cycle: programCycle,
  number: (row) => row.number,
  read: "grantProgram.read",
});
