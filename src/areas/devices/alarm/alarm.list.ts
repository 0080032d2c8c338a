import type { ListDefinition } from "#server/http/list.ts";
import { alarmStatuses, severities } from "./alarm.labels.ts";

const worst = `case a.severity when 'urgent' then 0 when 'high' then 1 else 2 end`;

/** Alarms of devices, the worst of those that wait first. */
export const alarmList: ListDefinition = {
  name: "device-alarms",
  title: "alarms of devices",
  from: "device_alarm a join device d on d.org_id = a.org_id and d.id = a.device_id",
  base: "device_alarm a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: alarmStatuses },
    severity: { sql: "a.severity", label: "Severity", codes: severities },
    worst: { sql: worst, label: "Worst", hidden: true, sort: true },
    title: { sql: "a.title", label: "Alarm" },
    deviceId: { sql: "a.device_id", hidden: true },
    device: { sql: "d.name", label: "Device", sort: true },
    beganAt: { sql: "a.began_at", label: "Began", sort: true },
    clearedAt: { sql: "a.cleared_at", label: "Cleared", sort: true },
    muted: { sql: "a.muted", label: "Muted" },
    heldBack: { sql: "a.held_back", label: "Held back" },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: "a.status", type: "text" },
    severity: { kind: "set", sql: "a.severity", type: "text" },
    deviceId: { kind: "set", sql: "a.device_id", type: "uuid" },
    beganAt: { kind: "range", sql: "a.began_at", type: "instant" },
  },
  search: ["a.number", "a.title", "d.name"],
  defaultSort: "-beganAt",
};
