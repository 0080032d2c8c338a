import { defineNoun } from "#server/lifecycle.ts";
import { agentClient, agentConnection } from "../agents.tables.ts";
import { clientCycle, connectionCycle } from "./client.labels.ts";

export type ClientStored = typeof agentClient.$inferSelect;
export type ConnectionStored = typeof agentConnection.$inferSelect;

export const agentClientNoun = defineNoun({
  name: "agentClient",
  path: "agent-clients",
  table: agentClient,
  cycle: clientCycle,
  number: ({ name }) => name,
  read: "agent.configure",
});

export const agentConnectionNoun = defineNoun({
  name: "agentConnection",
  path: "agent-connections",
  table: agentConnection,
  cycle: connectionCycle,
  number: ({ clientName }) => clientName,
  read: "agent.run",
  visible: (_db, actor, row) =>
    row.personId === actor.personId ||
    actor.permissions.has("agent.configure") ||
    actor.permissions.has("agent.audit"),
});
