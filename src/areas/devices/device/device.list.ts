import type { ListDefinition } from "#server/http/list.ts";
import { deviceStatuses } from "./device.labels.ts";

const heard = `(
  select max(l.received_at)
  from device_latest l
  where l.org_id = d.org_id and l.device_id = d.id
)`;
const battery = `(
  select l.value
  from device_latest l
  where l.org_id = d.org_id and l.device_id = d.id and l.metric = 'battery'
)`;
const alarms = `(
  select count(*)
  from device_alarm a
  where a.org_id = d.org_id and a.device_id = d.id and a.status <> 'cleared'
)::int`;
const where = `coalesce(
  (
    select p.label
    from device_post p
    where p.org_id = d.org_id and p.device_id = d.id and p.from_on <= $today
    order by p.from_on desc
    limit 1
  ),
  ''
)`;

/** The agency's devices. */
export const deviceList: ListDefinition = {
  name: "devices",
  title: "devices",
  from: "device d",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    number: { sql: "d.number", label: "Number", sort: true },
    status: { sql: "d.status", label: "Status", sort: true, codes: deviceStatuses },
    name: { sql: "d.name", label: "Device", sort: true },
    where: { sql: where, label: "Belongs to" },
    metrics: { sql: "d.metrics", label: "Measures" },
    heardAt: { sql: heard, label: "Heard" },
    battery: { sql: battery, label: "Battery, %" },
    alarms: { sql: alarms, label: "Alarms" },
    silentMinutes: { sql: "d.silent_minutes", label: "Silent after, minutes" },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "d.id", type: "uuid" },
    status: { kind: "set", sql: "d.status", type: "text" },
    alarmed: { kind: "flag", sql: `${alarms} > 0` },
    low: { kind: "flag", sql: `${battery} < 20` },
  },
  search: ["d.number", "d.name"],
  defaultSort: "name",
};
