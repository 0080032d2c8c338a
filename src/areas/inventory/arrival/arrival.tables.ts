import { numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day } from "#server/db/time-columns.ts";

/** What came for the stores and is not stock: pieces without their numbers, and what goes back. */
export const stockArrival = pgTable("stock_arrival", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  kind: text({ enum: ["unnumbered", "rejected"] }).notNull(),
  status: text({ enum: ["open", "settled", "taken_back"] })
    .notNull()
    .default("open"),
  itemId: uuid("item_id").notNull(),
  receiptId: uuid("receipt_id").notNull(),
  receipt: text().notNull(),
  receiptLineId: uuid("receipt_line_id").notNull(),
  orderLineId: uuid("order_line_id").notNull(),
  orderId: uuid("order_id").notNull(),
  order: text().notNull(),
  locationId: uuid("location_id").notNull(),
  /** In the item's unit. */
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  cameOn: day("came_on").notNull(),
  endedOn: day("ended_on"),
});
