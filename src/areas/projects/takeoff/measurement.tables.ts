import { integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { MeasureKind, Point } from "./geometry.model.ts";
import type { Depth, Unit } from "./quantity.model.ts";
import type { Scale } from "./scale.model.ts";

export const measurement = pgTable("measurement", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("measured"),
  projectId: uuid("project_id").notNull(),
  sheetId: uuid("sheet_id").notNull(),
  viewportId: uuid("viewport_id").notNull(),
  kind: text().$type<MeasureKind>().notNull(),
  name: text().notNull(),
  points: jsonb().$type<Point[]>().notNull(),
  cutOuts: jsonb("cut_outs").$type<Point[][]>().notNull().default([]),
  depth: jsonb().$type<Depth>(),
  slope: text(),
  unit: text().notNull(),
  unitFactor: jsonb("unit_factor").$type<Unit>().notNull(),
  /** The scale that the quantity was computed with. */
  scale: jsonb().$type<Scale>(),
  quantity: numeric({ precision: 18, scale: 4 }),
  costCodeId: uuid("cost_code_id"),
  costCode: text("cost_code").notNull().default(""),
  commodityCode: text("commodity_code"),
  note: text().notNull().default(""),
  measuredBy: uuid("measured_by"),
  measuredName: text("measured_name").notNull().default(""),
  checkedBy: uuid("checked_by"),
  checkedName: text("checked_name").notNull().default(""),
  checkedAt: instant("checked_at"),
  requisitionId: uuid("requisition_id"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
