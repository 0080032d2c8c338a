import type { ListDefinition } from "#server/http/list.ts";
import { alertStatuses, drawns, severities } from "./alert.labels.ts";

// It is over when its end is past, whether or not somebody looked since.
const status =
  "(case when a.status = 'active' and a.ends_at <= clock_timestamp() then 'expired' else a.status end)";

export const alertList: ListDefinition = {
  name: "weather-alerts",
  from: "weather_alert a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.identifier", label: "Identifier" },
    event: { sql: "a.event", label: "Event", sort: true },
    headline: { sql: "a.headline", label: "Headline" },
    status: { sql: status, label: "Status", codes: alertStatuses },
    severity: { sql: "a.severity", label: "Severity", codes: severities },
    areaText: { sql: "a.area_text", label: "Area" },
    drawn: { sql: "a.drawn", label: "Area from", codes: drawns },
    sentAt: { sql: "a.sent_at", label: "Sent", sort: true },
    endsAt: { sql: "a.ends_at", label: "Ends", sort: true },
    test: { sql: "a.test", label: "Test" },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: status, type: "text" },
    severity: { kind: "set", sql: "a.severity", type: "text" },
    sentAt: { kind: "range", sql: "a.sent_at", type: "instant" },
    test: { kind: "flag", sql: "a.test" },
  },
  search: ["a.event", "a.headline", "a.area_text"],
  defaultSort: "-sentAt",
};
