import { integer, numeric, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { MeterKind, ReadingSource } from "./meter.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const assetMeter = pgTable("asset_meter", {
  ...own,
  assetId: uuid("asset_id").notNull(),
  kind: text().$type<MeterKind>().notNull(),
  value: numeric({ precision: 12, scale: 1 }).notNull(),
  total: numeric({ precision: 14, scale: 1 }).notNull(),
  readAt: at("read_at").notNull(),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

export const meterReading = pgTable("meter_reading", {
  ...own,
  meterId: uuid("meter_id").notNull(),
  value: numeric({ precision: 12, scale: 1 }).notNull(),
  total: numeric({ precision: 14, scale: 1 }).notNull(),
  readAt: at("read_at").notNull(),
  rolledAt: numeric("rolled_at", { precision: 12, scale: 1 }),
  source: text().$type<ReadingSource>().notNull(),
  readBy: uuid("read_by"),
  createdAt: at("created_at").notNull().defaultNow(),
});
