import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type {
  ConnectorKind,
  ConnectorSettings,
  ConnectorStatus,
  Every,
  RunOutcome,
} from "./connector/connector.labels.ts";
import type { DeliveryOutcome } from "./delivery/delivery.model.ts";

const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const connector = pgTable("connector", {
  ...ids,
  name: text().notNull(),
  kind: text().$type<ConnectorKind>().notNull(),
  importer: text().notNull(),
  address: text().notNull(),
  settings: jsonb().$type<ConnectorSettings>().notNull(),
  credentialHeader: text("credential_header"),
  credential: text(),
  columns: text().array().notNull().default([]),
  mapping: jsonb().$type<Record<string, string | null>>().notNull().default({}),
  runAt: text("run_at").notNull(),
  every: text().$type<Every>().notNull().default("day"),
  weekDay: integer("week_day").notNull().default(1),
  nextRunAt: instant("next_run_at"),
  status: text().$type<ConnectorStatus>().notNull().default("draft"),
  ownerId: uuid("owner_id").notNull(),
  ownerName: text("owner_name").notNull(),
  etag: text(),
  modified: text(),
  sha256: text(),
  lastRows: integer("last_rows"),
  lastOkAt: instant("last_ok_at"),
  failures: integer().notNull().default(0),
  dailyCalls: integer("daily_calls"),
  callsOn: day("calls_on"),
  callsMade: integer("calls_made").notNull().default(0),
  watermark: text(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const connectorDelivery = pgTable("connector_delivery", {
  ...ids,
  connectorId: uuid("connector_id").notNull(),
  subject: text().notNull(),
  recordId: uuid("record_id").notNull(),
  fileName: text("file_name").notNull(),
  sha256: text().notNull(),
  status: text().$type<"waits" | "sending" | DeliveryOutcome>().notNull().default("waits"),
  message: text(),
  attempts: integer().notNull().default(0),
  askedBy: uuid("asked_by"),
  beganAt: instant("began_at"),
  endedAt: instant("ended_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const connectorRun = pgTable("connector_run", {
  ...ids,
  connectorId: uuid("connector_id").notNull(),
  dry: boolean().notNull(),
  accepted: boolean().notNull().default(false),
  outcome: text().$type<RunOutcome>().notNull().default("running"),
  message: text(),
  importId: uuid("import_id"),
  sha256: text(),
  read: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  rejected: integer().notNull().default(0),
  watermark: text(),
  calls: integer().notNull().default(0),
  beganAt: instant("began_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
});
