import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Area } from "#kernel/geo/area.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { AlertStatus, Drawn, Touch } from "./alert.labels.ts";
import type { AlertMessage } from "./alert-message.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const alertMessage = pgTable("alert_message", {
  ...own,
  sha256: text().notNull(),
  source: text().$type<"paste" | "feed">().notNull(),
  receivedAt: instant("received_at").notNull().defaultNow(),
  body: text().notNull(),
  identifier: text(),
  problem: text(),
  links: text().array().notNull().default([]),
  content: jsonb().$type<AlertMessage>(),
});

export const weatherAlert = pgTable("weather_alert", {
  ...own,
  identifier: text().notNull(),
  eventKey: text("event_key").notNull(),
  status: text().$type<AlertStatus>().notNull().default("received"),
  test: boolean().notNull(),
  event: text().notNull(),
  severity: text().notNull(),
  urgency: text().notNull(),
  certainty: text().notNull(),
  headline: text().notNull(),
  description: text().notNull(),
  instruction: text().notNull(),
  areaText: text("area_text").notNull(),
  sender: text().notNull(),
  sentAt: instant("sent_at").notNull(),
  onsetAt: instant("onset_at"),
  endsAt: instant("ends_at"),
  codes: text().array().notNull(),
  liveCodes: text("live_codes").array().notNull(),
  drawn: text().$type<Drawn>().notNull(),
  area: jsonb().$type<Area>().notNull(),
  areaProblem: text("area_problem").notNull().default(""),
  beforeIdentifier: text("before_identifier"),
  issuer: text().notNull().default(""),
  contentSha256: text("content_sha256").notNull().default(""),
  conflict: boolean().notNull().default(false),
  tells: boolean().notNull().default(false),
  zones: text().array().notNull().default([]),
  usualHours: integer("usual_hours").notNull().default(24),
  touch: text().$type<Touch>().notNull().default("unjudged"),
  touchInside: integer("touch_inside").notNull().default(0),
  touchPossibly: integer("touch_possibly").notNull().default(0),
  touchedAt: instant("touched_at"),
  endedAt: instant("ended_at"),
  endedBy: uuid("ended_by"),
  endReason: text("end_reason").notNull().default(""),
  ...kept,
});

export const alertFeed = pgTable("alert_feed", {
  ...own,
  name: text().notNull(),
  address: text().notNull(),
  active: boolean().notNull().default(true),
  etag: text(),
  triedAt: instant("tried_at"),
  lastOkAt: instant("last_ok_at"),
  failures: integer().notNull().default(0),
  message: text(),
  ...kept,
});

export const alertRule = pgTable("alert_rule", {
  ...definitionColumns,
  events: text().array().notNull().default([]),
  severities: text().array().notNull().default([]),
  nearMeters: integer("near_meters").notNull().default(0),
  needsRecords: boolean("needs_records").notNull().default(true),
  people: uuid().array().notNull().default([]),
  draftsIncident: boolean("drafts_incident").notNull().default(false),
  toDo: text("to_do").notNull().default(""),
  kits: uuid().array().notNull().default([]),
});

export const alertKitDraft = pgTable("alert_kit_draft", {
  ...own,
  alertId: uuid("alert_id").notNull(),
  eventKey: text("event_key").notNull(),
  kitId: uuid("kit_id").notNull(),
  preparedAt: instant("prepared_at").notNull().defaultNow(),
  setAsideAt: instant("set_aside_at"),
  setAsideBy: uuid("set_aside_by"),
  reason: text().notNull().default(""),
});

export const alertRuleAct = pgTable("alert_rule_act", {
  ...own,
  ruleId: uuid("rule_id").notNull(),
  eventKey: text("event_key").notNull(),
  severity: text().notNull(),
  alertId: uuid("alert_id").notNull(),
  actedAt: instant("acted_at").notNull().defaultNow(),
});
