import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Sheet } from "#server/files/pdf-layout.ts";
import type { Correction } from "./document/corrections.model.ts";
import type { Mark } from "./document/reading.model.ts";
import type { Difference } from "./document/said.model.ts";
import { day, instant } from "#server/db/time-columns.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const invoice = pgTable("invoice", {
  ...own,
  number: text().notNull(),
  vendorId: uuid("vendor_id").notNull(),
  purchaseOrderId: uuid("purchase_order_id"),
  kind: text({ enum: ["invoice", "credit_note"] })
    .notNull()
    .default("invoice"),
  vendorNumber: text("vendor_number").notNull(),
  vendorNumberKey: text("vendor_number_key").notNull(),
  invoiceDate: day("invoice_date").notNull(),
  receivedOn: day("received_on").notNull(),
  serviceFrom: day("service_from"),
  serviceTo: day("service_to"),
  acceptedOn: day("accepted_on"),
  dueOn: day("due_on"),
  termsDays: integer("terms_days").notNull().default(30),
  /** As the bill states them, such as "2/10 net 30"; what follows of them stands beside. */
  terms: text("terms").notNull().default(""),
  discountBp: integer("discount_bp").notNull().default(0),
  discountOn: day("discount_on"),
  status: text().notNull().default("received"),
  source: text({ enum: ["typed", "csv", "ubl", "vendor"] })
    .notNull()
    .default("typed"),
  subtotal: cents("subtotal").notNull().default(0),
  allowances: cents("allowances").notNull().default(0),
  charges: cents("charges").notNull().default(0),
  tax: cents("tax").notNull().default(0),
  rounding: cents("rounding").notNull().default(0),
  total: cents("total").notNull().default(0),
  statedTotal: cents("stated_total"),
  retainage: cents("retainage").notNull().default(0),
  retainageReleased: cents("retainage_released").notNull().default(0),
  /** What payments settled: money, and the discounts that they took. */
  paidAmount: cents("paid_amount").notNull().default(0),
  discountTaken: cents("discount_taken").notNull().default(0),
  currency: text().notNull().default("USD"),
  note: text().notNull().default(""),
  fileId: uuid("file_id"),
  duplicateOf: uuid("duplicate_of"),
  disputeReason: text("dispute_reason"),
  disputedOn: day("disputed_on"),
  disputedDays: integer("disputed_days").notNull().default(0),
  /** Of late payment by the rule of its day: hundredths of a percent a month, least, from which balance. */
  interestBp: integer("interest_bp").notNull().default(0),
  interestLeast: cents("interest_least").notNull().default(0),
  interestFrom: cents("interest_from").notNull().default(0),
  interestRule: text("interest_rule"),
  fiscalYearId: uuid("fiscal_year_id"),
  approvedAt: instant("approved_at"),
  lastPart: integer("last_part").notNull().default(0),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** What its document said when it was saved; none where it was typed without one. */
export const invoiceReading = pgTable("invoice_reading", {
  orgId: uuid("org_id").notNull(),
  invoiceId: uuid("invoice_id").notNull(),
  way: text({ enum: ["text", "xml", "scan"] }).notNull(),
  standing: text({ enum: ["proved", "read"] }).notNull(),
  byVendor: boolean("by_vendor").notNull(),
  savedBy: uuid("saved_by"),
  /** A vendor's person is no member of the agency: the name is kept. */
  savedByName: text("saved_by_name").notNull().default(""),
  corrections: jsonb().$type<Correction[]>().notNull().default([]),
  differences: jsonb().$type<Difference[]>().notNull().default([]),
  unseen: jsonb().$type<{ page: number; text: string; why: string }[]>().notNull().default([]),
  notes: jsonb().$type<string[]>().notNull().default([]),
  marks: jsonb().$type<Mark[]>().notNull().default([]),
  sheets: jsonb().$type<Sheet[]>().notNull().default([]),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const invoiceLine = pgTable("invoice_line", {
  ...own,
  invoiceId: uuid("invoice_id").notNull(),
  lineNo: integer("line_no").notNull(),
  purchaseOrderLineId: uuid("purchase_order_line_id"),
  description: text().notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull().default(""),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  adjustment: cents("adjustment").notNull().default(0),
  amount: cents("amount").notNull(),
  statedAmount: cents("stated_amount"),
  accountStringId: uuid("account_string_id"),
  charged: cents("charged").notNull().default(0),
  beyond: cents("beyond").notNull().default(0),
});

export const invoiceSplit = pgTable("invoice_split", {
  ...own,
  invoiceId: uuid("invoice_id").notNull(),
  lineId: uuid("line_id"),
  accountStringId: uuid("account_string_id").notNull(),
  amount: cents("amount").notNull(),
  released: cents("released").notNull().default(0),
});

export const invoiceException = pgTable("invoice_exception", {
  ...own,
  invoiceId: uuid("invoice_id").notNull(),
  lineId: uuid("line_id"),
  kind: text({
    enum: [
      "price",
      "quantity",
      "unit",
      "no_receipt",
      "no_order",
      "over_encumbrance",
      "duplicate",
      "totals",
      "vendor",
      "currency",
      "credited",
      "delivery",
      "document",
    ],
  }).notNull(),
  message: text().notNull(),
  amount: cents("amount").notNull().default(0),
  ownerDuty: text("owner_duty").notNull().default("ap"),
  status: text({ enum: ["open", "accepted", "cleared"] })
    .notNull()
    .default("open"),
  resolution: text(),
  resolvedBy: uuid("resolved_by"),
  resolvedAt: instant("resolved_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const matchTolerance = pgTable("match_tolerance", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  effectiveFrom: day("effective_from").notNull(),
  pricePercent: numeric("price_percent").notNull(),
  priceCents: bigint("price_cents", { mode: "number" }).notNull(),
  quantityPercent: numeric("quantity_percent").notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull(),
});

export const invoiceShare = pgView("invoice_share", {
  orgId: uuid("org_id"),
  invoiceId: uuid("invoice_id"),
  lineId: uuid("line_id"),
  id: uuid("id"),
  accountStringId: uuid("account_string_id"),
  amount: bigint("amount", { mode: "number" }),
}).existing();
