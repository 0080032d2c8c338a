import type { ListDefinition } from "#server/http/list.ts";
import { alertStatuses, drawns, severities, touches } from "./alert.labels.ts";

const over = "a.ends_at <= clock_timestamp()";
const inForce = `(a.status = 'active' and a.ended_at is null and not coalesce(${over}, false))`;
// It is over when its end is past, whether or not somebody looked since.
const status = `(
  case
    when a.status = 'active' and ${over} then 'expired'
    when a.status = 'active' and a.ended_at is not null then 'ended'
    else a.status
  end
)`;
// No end is given, and it is older than warnings of its kind get.
const asks = `(
  ${inForce} and a.ends_at is null
  and a.sent_at + a.usual_hours * interval '1 hour' < clock_timestamp()
)`;
// What holds and touches the agency stands first, then what holds.
const rank = `(
  case
    when not ${inForce} or a.test then 0
    when a.touch = 'inside' then 4
    when a.touch = 'possibly' then 3
    when a.touch = 'unjudged' then 2
    else 1
  end
)`;

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
    touch: { sql: "a.touch", label: "Touches the agency", codes: touches },
    touchInside: { sql: "a.touch_inside", label: "Records inside" },
    touchPossibly: { sql: "a.touch_possibly", label: "Records possibly inside" },
    sentAt: { sql: "a.sent_at", label: "Sent", sort: true },
    onsetAt: { sql: "a.onset_at", label: "Starts", sort: true },
    endsAt: { sql: "a.ends_at", label: "Ends", sort: true },
    asks: { sql: asks, label: "No end given, older than its kind gets" },
    conflict: { sql: "a.conflict", label: "Two contents under one identifier" },
    tells: { sql: "a.tells", label: "Tells of an end only" },
    test: { sql: "a.test", label: "Test" },
    rank: { sql: rank, hidden: true, sort: true },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: status, type: "text" },
    severity: { kind: "set", sql: "a.severity", type: "text" },
    touch: { kind: "set", sql: "a.touch", type: "text", values: Object.keys(touches) },
    sentAt: { kind: "range", sql: "a.sent_at", type: "instant" },
    asks: { kind: "flag", sql: asks },
    conflict: { kind: "flag", sql: "a.conflict" },
    tells: { kind: "flag", sql: "a.tells" },
    test: { kind: "flag", sql: "a.test" },
  },
  search: ["a.identifier", "a.event", "a.headline", "a.area_text"],
  defaultSort: "-rank,-sentAt",
};
