import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { runStatuses, waitsForLabels } from "./run.labels.ts";

export const runList: ListDefinition = {
  name: "workflow runs",
  from: "flow_run r join flow_definition f on f.org_id = r.org_id and f.id = r.flow_id left join flow_step s on s.org_id = r.org_id and s.run_id = r.id and s.place = r.steps",
  base: "flow_run r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    flow: { sql: "f.name", label: "Workflow", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: runStatuses },
    objectType: { sql: "r.object_type", hidden: true },
    objectNumber: { sql: "r.object_number", label: "About", sort: true },
    starterName: { sql: "r.starter_name", label: "Begun by" },
    place: { sql: "s.label", label: "Stands at" },
    waitsFor: { sql: "r.waits_for", label: "Waits for", sort: true, codes: waitsForLabels },
    waitsUntil: { sql: "r.waits_until", label: "Until", sort: true },
    createdAt: { sql: "r.created_at", label: "Began", sort: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    flow: { kind: "set", sql: "r.definition_id", type: "uuid" },
    waitsFor: { kind: "set", sql: "r.waits_for", type: "text" },
    objectId: { kind: "set", sql: "r.object_id", type: "uuid" },
    mine: { kind: "flag", sql: "(r.started_by = $actor or $actor = any(r.waiting_people))" },
  },
  search: ["r.number", "r.object_number", "f.name", "r.starter_name"],
  defaultSort: "-number",
  visible: (actor) =>
    actor.permissions.has("flow.read")
      ? null
      : sql`(r.started_by = ${actor.personId} or ${actor.personId} = any(r.waiting_people))`,
};
