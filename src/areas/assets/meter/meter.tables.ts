import { integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { MeterKind, ReadingSource } from "./meter.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const assetMeter = pgTable("asset_meter", {
  ...own,
  assetId: uuid("asset_id").notNull(),
  kind: text().$type<MeterKind>().notNull(),
  value: numeric({ precision: 12, scale: 1 }).notNull(),
  total: numeric({ precision: 14, scale: 1 }).notNull(),
  readAt: instant("read_at").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const meterReading = pgTable("meter_reading", {
  ...own,
  meterId: uuid("meter_id").notNull(),
  value: numeric({ precision: 12, scale: 1 }).notNull(),
  total: numeric({ precision: 14, scale: 1 }).notNull(),
  readAt: instant("read_at").notNull(),
  rolledAt: numeric("rolled_at", { precision: 12, scale: 1 }),
  source: text().$type<ReadingSource>().notNull(),
  readBy: uuid("read_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
