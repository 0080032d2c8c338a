import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const priceQuote = pgTable("price_quote", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  requisitionId: uuid("requisition_id"),
  purchaseOrderId: uuid("purchase_order_id"),
  source: text().notNull(),
  answer: text({ enum: ["quoted", "declined", "silent"] }).notNull(),
  cents: bigint({ mode: "number" }),
  answeredOn: day("answered_on").notNull(),
  way: text({ enum: ["written", "email", "phone", "web", "in_person"] }).notNull(),
  note: text().notNull().default(""),
  fileId: uuid("file_id"),
  withdrawnReason: text("withdrawn_reason"),
  recordedBy: uuid("recorded_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
