import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { deviceStatuses, silentDays } from "./device.labels.ts";

const missing = "(d.highest - d.received)";
const live = "d.status in ('enrolled', 'active', 'locked')";
/** SQL: a device `d` in use that had something waiting or missing and was not heard for three days. */
export const silentDevice = `(
  ${live}
  and (d.waiting > 0 or ${missing} > 0)
  and coalesce(d.last_contact_at, d.enrolled_at) < clock_timestamp() - interval '${silentDays} days'
)`;
// A phone that was lost: what it told of and never sent stays known until it is erased.
const lost = `(d.status = 'revoked' and (${missing} > 0 or d.waiting > 0))`;
// The worst first: silent with items, then numbers that are missing, what a revoked one kept, what waits.
const rank = `(
  case
    when ${silentDevice} then 0
    when ${live} and ${missing} > 0 then 1
    when ${lost} then 2
    when d.status = 'locked' then 3
    when ${live} and d.waiting > 0 then 4
    when ${live} then 5
    else 6
  end
)`;

/** The devices of an agency's people. */
export const fieldDeviceList: ListDefinition = {
  name: "field-devices",
  title: "devices in the field",
  from: "field_device d",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    number: { sql: "d.number", label: "Number", sort: true },
    status: { sql: "d.status", label: "Status", sort: true, codes: deviceStatuses },
    name: { sql: "d.name", label: "Device", sort: true },
    person: { sql: "d.person_name", label: "Person", sort: true },
    personId: { sql: "d.person_id", hidden: true },
    platform: { sql: "d.platform", label: "Platform" },
    appVersion: { sql: "d.app_version", label: "Version" },
    enrolledAt: { sql: "d.enrolled_at", label: "Enrolled", sort: true },
    lastContactAt: { sql: "d.last_contact_at", label: "Last contact", sort: true },
    waiting: { sql: "d.waiting", label: "Waiting", sort: true },
    highest: { sql: "d.highest", label: "Captured" },
    received: { sql: "d.received", label: "Received" },
    missing: { sql: missing, label: "Missing", sort: true },
    silent: { sql: silentDevice, label: "Silent with items" },
    rank: { sql: rank, hidden: true, sort: true },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "d.id", type: "uuid" },
    status: { kind: "set", sql: "d.status", type: "text" },
    personId: { kind: "set", sql: "d.person_id", type: "uuid" },
    missing: { kind: "flag", sql: `(${live} and ${missing} > 0)` },
    silent: { kind: "flag", sql: silentDevice },
    lost: { kind: "flag", sql: lost },
    waiting: { kind: "flag", sql: `(${live} and d.waiting > 0)` },
    mine: { kind: "flag", sql: "d.person_id = $actor" },
  },
  search: ["d.number", "d.name", "d.person_name"],
  defaultSort: "rank",
  visible: (actor) =>
    actor.permissions.has("device.all") ? null : sql`d.person_id = ${actor.personId}`,
};
