import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { captureKinds, captureStatuses } from "./capture.labels.ts";

/** What came in from the field. */
export const captureList: ListDefinition = {
  name: "field-captures",
  title: "captures",
  from: "field_capture c join field_device d on d.org_id = c.org_id and d.id = c.device_id",
  base: "field_capture c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: captureStatuses },
    kind: { sql: "c.kind", label: "What", sort: true, codes: captureKinds },
    person: { sql: "c.person_name", label: "Who" },
    personId: { sql: "c.person_id", hidden: true },
    device: { sql: "d.name", label: "Device" },
    deviceId: { sql: "c.device_id", hidden: true },
    recordId: { sql: "c.record_id", hidden: true },
    captureNo: { sql: "c.capture_no", hidden: true },
    happenedAt: { sql: "c.happened_at", label: "Captured", sort: true },
    receivedAt: { sql: "c.received_at", label: "Received", sort: true },
    latitude: { sql: "c.latitude", label: "Latitude" },
    longitude: { sql: "c.longitude", label: "Longitude" },
    accuracy: { sql: "c.accuracy", label: "Accuracy, m" },
    photosWanted: { sql: "c.photos_wanted", label: "Photos" },
    photosReceived: { sql: "c.photos_received", label: "Photos that came" },
    heldWhy: { sql: "c.held_why", label: "Why in review" },
    appliedType: { sql: "c.applied_type", hidden: true },
    appliedId: { sql: "c.applied_id", hidden: true },
    appliedNumber: { sql: "c.applied_number", label: "Record" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    personId: { kind: "set", sql: "c.person_id", type: "uuid" },
    deviceId: { kind: "set", sql: "c.device_id", type: "uuid" },
    recordId: { kind: "set", sql: "c.record_id", type: "uuid" },
    happenedAt: { kind: "range", sql: "c.happened_at", type: "instant" },
    receivedAt: { kind: "range", sql: "c.received_at", type: "instant" },
    latitude: { kind: "range", sql: "c.latitude", type: "number" },
    longitude: { kind: "range", sql: "c.longitude", type: "number" },
    open: { kind: "flag", sql: "c.status in ('received', 'in_review')" },
    photos: {
      kind: "flag",
      sql: "(c.status = 'received' and c.photos_received < c.photos_wanted)",
    },
    mine: { kind: "flag", sql: "c.person_id = $actor" },
  },
  search: ["c.number", "c.person_name", "d.name", "c.applied_number"],
  defaultSort: "-receivedAt",
  visible: (actor) =>
    actor.permissions.has("field.review") ? null : sql`c.person_id = ${actor.personId}`,
};
