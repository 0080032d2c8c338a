import type { ListDefinition } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { waiverScopes, waiverStatuses } from "./waiver.labels.ts";

/** Waivers of controls: all of them for officers, for everybody else those of their own records. */
export const waiverList: ListDefinition = {
  name: "control-waivers",
  from: "control_waiver w",
  alias: "w",
  visible: (actor) =>
    actor.permissions.has("control.read")
      ? null
      : sql`(w.asked_by = ${actor.personId} or ${actor.personId}::uuid = any(w.people))`,
  columns: {
    id: { sql: "w.id", hidden: true },
    number: { sql: "w.number", label: "Number", sort: true },
    control: { sql: "w.control_name", label: "Control", sort: true },
    scope: { sql: "w.scope", label: "It covers", codes: waiverScopes },
    covers: { sql: "coalesce(w.subject_number, w.department)", label: "Record or class" },
    reason: { sql: "w.reason", label: "Reason" },
    asker: { sql: "w.asker", label: "Asked by" },
    endsAt: { sql: "w.ends_at", label: "Ends", sort: true },
    status: { sql: "w.status", label: "Status", codes: waiverStatuses },
    version: { sql: "w.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "w.status", type: "text" },
    scope: { kind: "set", sql: "w.scope", type: "text" },
    controlId: { kind: "set", sql: "w.control_id", type: "uuid" },
    departmentId: { kind: "set", sql: "w.department_id", type: "uuid" },
    ending: {
      kind: "flag",
      sql: "w.status = 'active' and w.ends_at < clock_timestamp() + interval '14 days'",
    },
    mine: { kind: "flag", sql: "w.asked_by = $actor" },
  },
  search: ["w.number", "w.control_name", "w.subject_number", "w.reason"],
  defaultSort: "endsAt",
};
