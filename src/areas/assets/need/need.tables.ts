import { integer, numeric, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { NeedStatus } from "./need.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

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
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});
