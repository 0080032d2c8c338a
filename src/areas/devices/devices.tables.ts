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
import type { Fence } from "#kernel/geo/fence.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import { day, instant } from "#server/db/time-columns.ts";
import type { PostKind } from "./device/device.labels.ts";
import type { MetricName } from "./reading/metrics.data.ts";
import type { Severity, Watched } from "./alarm/alarm.labels.ts";
import type { Caused, Tells } from "./alarm/alarm.model.ts";
import type { Watch } from "./alarm/watch.model.ts";

const orgId = uuid("org_id").notNull();
const deviceId = uuid("device_id").notNull();
const own = { orgId, id: uuid().notNull() };
const stamps = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const device = pgTable("device", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("provisioned"),
  name: text().notNull(),
  about: text().notNull().default(""),
  metrics: text().array().notNull(),
  silentMinutes: integer("silent_minutes").notNull(),
  mutedUntil: instant("muted_until"),
  mutedWhy: text("muted_why").notNull().default(""),
  createdBy: uuid("created_by"),
  ...stamps,
});

export const deviceKey = pgTable("device_key", {
  ...own,
  deviceId,
  prefix: text().notNull(),
  hash: text().notNull(),
  revokedAt: instant("revoked_at"),
  lastUsedAt: instant("last_used_at"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** What a device belongs to from a day on. */
export const devicePost = pgTable("device_post", {
  ...own,
  deviceId,
  fromOn: day("from_on").notNull(),
  kind: text().$type<PostKind>().notNull(),
  label: text().notNull().default(""),
  placeId: uuid("place_id"),
  assetId: uuid("asset_id"),
  shipNoticeId: uuid("ship_notice_id"),
  locationId: uuid("location_id"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Parted by months. Of a position, `value` is the latitude. */
export const deviceReading = pgTable("device_reading", {
  orgId,
  deviceId,
  metric: text().notNull(),
  readAt: instant("read_at").notNull(),
  seq: bigint({ mode: "number" }).notNull(),
  value: doublePrecision().notNull(),
  longitude: doublePrecision(),
  accuracy: doublePrecision(),
  receivedAt: instant("received_at").notNull().defaultNow(),
});

export const deviceLatest = pgTable("device_latest", {
  orgId,
  deviceId,
  metric: text().notNull(),
  readAt: instant("read_at").notNull(),
  value: doublePrecision().notNull(),
  longitude: doublePrecision(),
  accuracy: doublePrecision(),
  receivedAt: instant("received_at").notNull(),
  judgedAt: instant("judged_at"),
  fedAt: instant("fed_at"),
  refused: text().notNull().default(""),
});

export const deviceSum = pgTable("device_sum", {
  orgId,
  deviceId,
  metric: text().notNull(),
  span: text().notNull(),
  fromAt: instant("from_at").notNull(),
  readings: integer().notNull(),
  lowest: doublePrecision().notNull(),
  highest: doublePrecision().notNull(),
  mean: doublePrecision().notNull(),
});

export const deviceRecount = pgTable("device_recount", {
  orgId,
  deviceId,
  metric: text().notNull(),
  fromAt: instant("from_at").notNull(),
});

export const deviceAlarmRule = pgTable("device_alarm_rule", {
  ...definitionColumns,
  watches: text().$type<Watched>().notNull(),
  metric: text().$type<MetricName | "">().notNull().default(""),
  bound: doublePrecision(),
  clears: doublePrecision(),
  minutes: integer().notNull().default(0),
  fence: jsonb().$type<Fence | null>(),
  deviceIds: uuid("device_ids").array().notNull().default([]),
  severity: text().$type<Severity>().notNull(),
  hourly: integer().notNull().default(3),
  tells: jsonb().$type<Tells>().notNull(),
});

export const deviceWatch = pgTable("device_watch", {
  orgId,
  deviceId,
  definitionId: uuid("definition_id").notNull(),
  standing: jsonb().$type<Watch>().notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const deviceAlarm = pgTable("device_alarm", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("active"),
  deviceId,
  ruleId: uuid("rule_id").notNull(),
  definitionId: uuid("definition_id").notNull(),
  severity: text().$type<Severity>().notNull(),
  title: text().notNull(),
  value: doublePrecision(),
  beganAt: instant("began_at").notNull(),
  muted: boolean().notNull().default(false),
  heldBack: integer("held_back").notNull().default(0),
  caused: jsonb().$type<Caused[]>().notNull().default([]),
  acknowledgedBy: uuid("acknowledged_by"),
  acknowledgedAt: instant("acknowledged_at"),
  statusReason: text("status_reason").notNull().default(""),
  clearedAt: instant("cleared_at"),
  ...stamps,
});
