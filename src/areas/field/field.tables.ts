import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { FieldError } from "#kernel/errors.ts";
import { instant } from "#server/db/time-columns.ts";
import type { CaptureEnvelope } from "./capture/envelope.ts";
import type { CaptureStatus } from "./capture/capture.labels.ts";
import type { DeviceStatus } from "./device/device.labels.ts";

const orgId = uuid("org_id").notNull();
const own = { orgId, id: uuid().notNull() };
const stamps = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** What an agency demands of devices in the field; the defaults of the table where it said nothing. */
export const fieldTerms = pgTable("field_terms", {
  orgId: orgId.primaryKey(),
  daysWithoutSignIn: integer("days_without_sign_in").notNull().default(7),
  lockMinutes: integer("lock_minutes").notNull().default(15),
  ...stamps,
});

export const fieldDevice = pgTable("field_device", {
  ...own,
  number: text().notNull(),
  status: text().$type<DeviceStatus>().notNull().default("enrolled"),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  name: text().notNull(),
  platform: text().notNull().default(""),
  appVersion: text("app_version").notNull().default(""),
  publicKey: jsonb("public_key").$type<Record<string, unknown>>().notNull(),
  sealedStoreKey: text("sealed_store_key").notNull(),
  enrolledAt: instant("enrolled_at").notNull().defaultNow(),
  lastContactAt: instant("last_contact_at"),
  lastCapturedAt: instant("last_captured_at"),
  /** What it said at its last contact that waits on it. */
  waiting: integer().notNull().default(0),
  /** The highest number that it ever told. */
  highest: integer().notNull().default(0),
  received: integer().notNull().default(0),
  /** Sessions that it was used in, the latest last: revoking ends them. */
  sessionIds: uuid("session_ids").array().notNull().default([]),
  silentSince: instant("silent_since"),
  statusReason: text("status_reason").notNull().default(""),
  endedBy: uuid("ended_by"),
  endedAt: instant("ended_at"),
  /** What waited on it when it was revoked or erased. */
  waited: integer().notNull().default(0),
  ...stamps,
});

export const fieldCapture = pgTable("field_capture", {
  ...own,
  number: text().notNull(),
  status: text().$type<CaptureStatus>().notNull().default("received"),
  deviceId: uuid("device_id").notNull(),
  captureNo: integer("capture_no").notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  kind: text().notNull(),
  recordId: uuid("record_id"),
  recordVersion: integer("record_version"),
  envelope: jsonb().$type<CaptureEnvelope>().notNull(),
  hash: text().notNull(),
  beforeHash: text("before_hash").notNull(),
  signature: text().notNull(),
  /** By the device's clock. */
  capturedAt: instant("captured_at").notNull(),
  offsetMs: bigint("offset_ms", { mode: "number" }),
  sentOffsetMs: bigint("sent_offset_ms", { mode: "number" }).notNull(),
  /** The device's clock corrected, never later than the server's. */
  happenedAt: instant("happened_at").notNull(),
  receivedAt: instant("received_at").notNull().defaultNow(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  accuracy: doublePrecision(),
  withoutPlace: text("without_place").notNull().default(""),
  photosWanted: integer("photos_wanted").notNull().default(0),
  photosReceived: integer("photos_received").notNull().default(0),
  /** It spends money: nobody settles their own. */
  spends: boolean().notNull().default(false),
  /** The code of what kept it, and the sentence. */
  heldFor: text("held_for").notNull().default(""),
  heldWhy: text("held_why").notNull().default(""),
  errors: jsonb().$type<FieldError[]>().notNull().default([]),
  /** What stood on the server when it was held. */
  stood: jsonb().$type<Record<string, unknown> | null>(),
  corrected: jsonb().$type<Record<string, unknown> | null>(),
  correctedBy: uuid("corrected_by"),
  correctedAt: instant("corrected_at"),
  appliedType: text("applied_type").notNull().default(""),
  appliedId: uuid("applied_id"),
  appliedNumber: text("applied_number").notNull().default(""),
  settledBy: uuid("settled_by"),
  settledAt: instant("settled_at"),
  statusReason: text("status_reason").notNull().default(""),
  ...stamps,
});

export const fieldPhoto = pgTable("field_photo", {
  ...own,
  captureId: uuid("capture_id").notNull(),
  sha256: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  mediaType: text("media_type").notNull(),
  name: text().notNull(),
  place: integer().notNull(),
  fileId: uuid("file_id"),
  receivedAt: instant("received_at"),
});

/** What a device holds at a cursor: the digest of each item, by its kind and id. */
export const fieldPacket = pgTable("field_packet", {
  orgId,
  deviceId: uuid("device_id").notNull(),
  cursor: uuid().notNull(),
  held: jsonb().$type<Record<string, string>>().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});
