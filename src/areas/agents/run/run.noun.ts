import { defineNoun } from "#server/lifecycle.ts";
import { agentRun } from "../agents.tables.ts";
import { runCycle } from "./run.labels.ts";

export type RunStored = typeof agentRun.$inferSelect;

export const agentRunNoun = defineNoun({
  name: "agentRun",
  path: "agent-runs",
  page: "/ai-agent-platform/runs",
  table: agentRun,
  cycle: runCycle,
  number: ({ number }) => number,
  read: "agent.run",
  visible: (_db, actor, row) =>
    row.personId === actor.personId || actor.permissions.has("agent.audit"),
});
