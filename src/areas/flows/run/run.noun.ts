import { defineNoun } from "#server/lifecycle.ts";
import { flowRun } from "../flows.tables.ts";
import { runCycle, type RunAction, type RunStatus } from "./run.labels.ts";

export type RunRecord = typeof flowRun.$inferSelect;

export const runNoun = defineNoun<RunStatus, RunAction, typeof flowRun, RunRecord>({
  name: "flowRun",
  path: "flow-runs",
  page: "/workflow-engine",
  table: flowRun,
  cycle: runCycle,
  number: (row) => row.number,
  askers: ["parties"],
  read: "flow.read",
});
