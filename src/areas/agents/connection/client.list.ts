import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { clientCycle, clientKinds, connectionCycle } from "./client.labels.ts";

/** Programs that members of an agency may connect. */
export const clientList: ListDefinition = {
  name: "agent-clients",
  title: "programs that may be connected",
  from: "agent_client ac",
  alias: "ac",
  columns: {
    id: { sql: "ac.id", hidden: true },
    name: { sql: "ac.name", label: "Program", sort: true },
    kind: { sql: "ac.kind", label: "Kind", codes: clientKinds },
    status: { sql: "ac.status", label: "Status", sort: true, codes: clientCycle.statuses },
    clientId: { sql: "ac.client_id", label: "Client" },
    redirectUris: { sql: "ac.redirect_uris", label: "Answers go to" },
    areas: { sql: "ac.areas", label: "What may leave" },
    connected: {
      sql: `(
        select count(*)::int
        from agent_connection n
        where n.org_id = ac.org_id and n.client_id = ac.id and n.status = 'active'
      )`,
      label: "Connected",
    },
    version: { sql: "ac.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "ac.id", type: "uuid" },
    status: { kind: "set", sql: "ac.status", type: "text" },
  },
  search: ["ac.name", "ac.client_id"],
  defaultSort: "name",
};

/** What members let programs do: one's own; all of them for administrators and auditors. */
export const connectionList: ListDefinition = {
  name: "agent-connections",
  title: "connected programs",
  from: "agent_connection an",
  alias: "an",
  columns: {
    id: { sql: "an.id", hidden: true },
    clientName: { sql: "an.client_name", label: "Program", sort: true },
    address: { sql: "an.address", label: "Client" },
    personId: { sql: "an.person_id", hidden: true },
    personName: { sql: "an.person_name", label: "In the name of", sort: true },
    status: { sql: "an.status", label: "Status", sort: true, codes: connectionCycle.statuses },
    proposes: { sql: "an.proposes", label: "May propose" },
    createdAt: { sql: "an.created_at", label: "Since", sort: true },
    endsAt: { sql: "an.ends_at", label: "Until", sort: true },
    endedAt: { sql: "an.ended_at", label: "Ended" },
    endedFor: { sql: "an.ended_for", label: "Because" },
    lastUsedAt: { sql: "an.last_used_at", label: "Last used", sort: true },
    calls: { sql: "an.calls", label: "Calls", sort: true },
    version: { sql: "an.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "an.id", type: "uuid" },
    status: { kind: "set", sql: "an.status", type: "text" },
    personId: { kind: "set", sql: "an.person_id", type: "uuid" },
    clientId: { kind: "set", sql: "an.client_id", type: "uuid" },
  },
  search: ["an.client_name", "an.person_name"],
  defaultSort: "-createdAt",
  visible: (actor) =>
    actor.permissions.has("agent.configure") || actor.permissions.has("agent.audit")
      ? null
      : sql`an.person_id = ${actor.personId}`,
};
