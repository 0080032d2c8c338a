import { integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const amount = (name: string) => numeric(name, { precision: 18, scale: 4 });

export const stockTransfer = pgTable("stock_transfer", {
  ...own,
  number: text().notNull(),
  status: text({ enum: ["planned", "sent", "short", "received", "cancelled"] }).notNull(),
  fromLocationId: uuid("from_location_id").notNull(),
  toLocationId: uuid("to_location_id").notNull(),
  /** On which day it is expected where it goes. */
  expectedOn: day("expected_on"),
  note: text().notNull().default(""),
  /** Who drives it, in words: it may be nobody of the agency. */
  driver: text().notNull().default(""),
  plannedBy: uuid("planned_by").notNull(),
  sentBy: uuid("sent_by"),
  sentAt: instant("sent_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const stockTransferLine = pgTable("stock_transfer_line", {
  ...own,
  transferId: uuid("transfer_id").notNull(),
  lineNo: integer("line_no").notNull(),
  itemId: uuid("item_id").notNull(),
  lotId: uuid("lot_id"),
  /** Of which fund it was taken; null until it is sent. */
  fundId: uuid("fund_id"),
  /** In the item's unit. */
  quantity: amount("quantity").notNull(),
});

/** What became of what was sent. */
export const stockTransferOutcome = pgTable("stock_transfer_outcome", {
  ...own,
  transferId: uuid("transfer_id").notNull(),
  lineId: uuid("line_id").notNull(),
  kind: text({ enum: ["arrived", "found", "lost"] }).notNull(),
  quantity: amount("quantity").notNull(),
  movementId: uuid("movement_id").notNull(),
  toldBy: uuid("told_by").notNull(),
  toldAt: instant("told_at").notNull(),
});
