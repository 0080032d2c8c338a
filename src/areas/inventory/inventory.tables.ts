import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const written = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** A pack of an item: how many of the item's unit it holds, exactly, as decimal text. */
export type Pack = { name: string; quantity: string };

export const stockItem = pgTable("stock_item", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("active"),
  name: text().notNull(),
  description: text().notNull().default(""),
  commodityCode: text("commodity_code"),
  unit: text().notNull(),
  packs: jsonb().$type<Pack[]>().notNull().default([]),
  tracking: text({ enum: ["none", "lot", "serial"] })
    .notNull()
    .default("none"),
  shelfLifeDays: integer("shelf_life_days"),
  costClass: text("cost_class").notNull().default("general"),
  reorderPoint: numeric("reorder_point", { precision: 18, scale: 4 }),
  orderUpTo: numeric("order_up_to", { precision: 18, scale: 4 }),
  vendorId: uuid("vendor_id"),
  keeperId: uuid("keeper_id"),
  ...written,
});

export const stockLocation = pgTable("stock_location", {
  ...own,
  status: text().notNull().default("active"),
  code: text().notNull(),
  name: text().notNull(),
  parentId: uuid("parent_id"),
  /** The agency's place that the tree stands on; a location within another has that one's place. */
  placeId: uuid("place_id").notNull(),
  /** What lies here is issued to nobody. */
  quarantine: boolean().notNull().default(false),
  /** Whether goods of its place are received here, or are on the way to another one. */
  role: text({ enum: ["shelf", "receiving", "transit"] })
    .notNull()
    .default("shelf"),
  /** When the budget bears what lies here: as it is bought, or as it is issued. */
  chargeAt: text("charge_at", { enum: ["purchase", "issue"] })
    .notNull()
    .default("purchase"),
  /** The budget line that bears what lies here until it is issued; null where it is charged as it is bought. */
  chargeAccountId: uuid("charge_account_id"),
  ...written,
});

/** What was asked for again, by its requisition. */
export const stockReorder = pgTable("stock_reorder", {
  ...own,
  itemId: uuid("item_id").notNull(),
  /** Where its goods are put. */
  locationId: uuid("location_id").notNull(),
  /** In the item's unit, which is the line's. */
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  requisitionId: uuid("requisition_id").notNull(),
  askedBy: uuid("asked_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const stockLot = pgTable("stock_lot", {
  ...own,
  itemId: uuid("item_id").notNull(),
  /** The lot's or the piece's own number, once for each item. */
  code: text().notNull(),
  condition: text({ enum: ["ok", "attention", "damaged", "quarantined", "rejected"] })
    .notNull()
    .default("ok"),
  /** The last day on which it may be issued. */
  expiresOn: day("expires_on"),
  receiptLineId: uuid("receipt_line_id"),
  purchaseOrderId: uuid("purchase_order_id"),
  vendorId: uuid("vendor_id"),
  awardId: uuid("award_id"),
  /** Who put it into quarantine: somebody else releases it. */
  quarantinedBy: uuid("quarantined_by"),
  ...written,
});
