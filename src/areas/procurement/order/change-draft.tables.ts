import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** What an order is to have more of, or less where the cents are below zero. */
export type DraftedLine = { description: string; cents: number };

export const orderChangeDraft = pgTable("order_change_draft", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  status: text({ enum: ["open", "sent", "dropped"] })
    .notNull()
    .default("open"),
  /** The record that it follows from, in words, and where that opens. */
  because: text().notNull(),
  href: text().notNull(),
  lines: jsonb().$type<DraftedLine[]>().notNull(),
  days: integer().notNull().default(0),
  createdAt: instant("created_at").notNull().defaultNow(),
});
