import { integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { NeedStatus } from "./need.labels.ts";

export const workNeed = pgTable("work_need", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  workOrderId: uuid("work_order_id").notNull(),
  lineNo: integer("line_no").notNull(),
  description: text().notNull(),
  commodityCode: text("commodity_code"),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull(),
  status: text().$type<NeedStatus>().notNull().default("needed"),
  requisitionId: uuid("requisition_id"),
  receiptLineId: uuid("receipt_line_id"),
  sourceRef: text("source_ref").notNull().default(""),
  /** Who wrote it down: they asked for what is bought. */
  addedBy: uuid("added_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
