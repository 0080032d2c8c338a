import { integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const shipNotice = pgTable("ship_notice", {
  ...own,
  number: text().notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  status: text().notNull().default("info_received"),
  carrier: text().notNull().default(""),
  tracking: text().notNull().default(""),
  shippedOn: day("shipped_on").notNull(),
  expectedOn: day("expected_on").notNull(),
  packages: integer(),
  note: text().notNull().default(""),
  createdBy: uuid("created_by"),
  createdByName: text("created_by_name").notNull().default(""),
  deliveredOn: day("delivered_on"),
  /** The witnesses that keep it from being verified; one that contradicts has a "!" behind it. */
  lacking: text().array().notNull().default([]),
  ...kept,
});

export const shipNoticeLine = pgTable("ship_notice_line", {
  ...own,
  shipNoticeId: uuid("ship_notice_id").notNull(),
  purchaseOrderLineId: uuid("purchase_order_line_id").notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  lot: text().notNull().default(""),
});

/** What a vendor would deliver instead of a line's quantity or price. */
export type WantedLine = {
  lineId: string;
  lineNo: number;
  quantity: string | null;
  unitPrice: string | null;
};

export const orderChangeRequest = pgTable("order_change_request", {
  ...own,
  number: text().notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  status: text().notNull().default("open"),
  reason: text().notNull(),
  promisedOn: day("promised_on"),
  lines: jsonb().$type<WantedLine[]>().notNull().default([]),
  askedBy: uuid("asked_by"),
  askedByName: text("asked_by_name").notNull().default(""),
  answer: text(),
  answeredBy: uuid("answered_by"),
  answeredAt: instant("answered_at"),
  ...kept,
});
