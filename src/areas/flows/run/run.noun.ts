import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { flowRun } from "../flows.tables.ts";
import { runCycle, type RunAction, type RunStatus } from "./run.labels.ts";

export type RunRecord = typeof flowRun.$inferSelect;

/** With the permission any run, else what one began or is asked in. */
export const seesRun = (
  actor: Actor,
  run: Pick<RunRecord, "startedBy" | "waitingPeople">,
): boolean =>
  actor.permissions.has("flow.read") ||
  (actor.personId !== null &&
    (run.startedBy === actor.personId || run.waitingPeople.includes(actor.personId)));

export const runNoun = defineNoun<RunStatus, RunAction, typeof flowRun, RunRecord>({
  name: "flowRun",
  path: "flow-runs",
  page: "/workflow-engine",
  table: flowRun,
  cycle: runCycle,
  number: (row) => row.number,
  askers: ["parties"],
  read: "flowRun.read",
  visible: (_db, actor, row) => seesRun(actor, row),
});
