import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { runBegun, runStatuses } from "./run.labels.ts";

/** Runs of agents: one's own, all for auditors. */
export const agentRunList: ListDefinition = {
  name: "agent-runs",
  title: "runs of agents",
  from: "agent_run ar",
  alias: "ar",
  columns: {
    id: { sql: "ar.id", hidden: true },
    number: { sql: "ar.number", label: "Number", sort: true },
    status: { sql: "ar.status", label: "Status", sort: true, codes: runStatuses },
    agent: { sql: "ar.agent", label: "Agent", sort: true },
    agentVersion: { sql: "ar.agent_version", label: "Version of the agent" },
    personName: { sql: "ar.person_name", label: "In the name of", sort: true },
    begun: { sql: "ar.begun", label: "Begun", codes: runBegun },
    question: { sql: "ar.question", label: "What was asked" },
    createdAt: { sql: "ar.created_at", label: "Asked", sort: true },
    endedAt: { sql: "ar.ended_at", label: "Ended" },
    reads: { sql: "ar.reads", label: "Answers read" },
    records: { sql: "ar.records", label: "Records read" },
    found: { sql: "ar.found", label: "Found" },
    fresh: { sql: "ar.fresh", label: "New" },
    tokens: { sql: "ar.tokens", label: "Tokens of a model" },
    said: { sql: "ar.said", label: "Because" },
    version: { sql: "ar.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "ar.id", type: "uuid" },
    agent: { kind: "set", sql: "ar.agent", type: "text" },
    status: { kind: "set", sql: "ar.status", type: "text" },
    begun: { kind: "set", sql: "ar.begun", type: "text" },
    createdAt: { kind: "range", sql: "(ar.created_at at time zone $zone)::date", type: "date" },
  },
  search: ["ar.number", "ar.person_name"],
  defaultSort: "-createdAt",
  visible: (actor) =>
    actor.permissions.has("agent.audit") ? null : sql`ar.person_id = ${actor.personId}`,
};
