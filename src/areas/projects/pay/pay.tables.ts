import { bigint, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const payApplication = pgTable("pay_application", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  applicationNo: integer("application_no").notNull(),
  periodFrom: day("period_from").notNull(),
  periodTo: day("period_to").notNull(),
  contractorNumber: text("contractor_number").notNull(),
  retainageScope: text("retainage_scope", { enum: ["following", "all"] })
    .notNull()
    .default("following"),
  note: text().notNull().default(""),
  fileId: uuid("file_id"),
  /** Bills and insurance of stored material. */ storedFileIds: jsonb("stored_file_ids")
    .$type<string[]>()
    .notNull()
    .default([]),
  contractorAt: instant("contractor_at"),
  contractorName: text("contractor_name").notNull().default(""),
  confirmedBy: uuid("confirmed_by"),
  confirmedAt: instant("confirmed_at"),
  certifiedBy: uuid("certified_by"),
  certifiedAt: instant("certified_at"),
  receiptId: uuid("receipt_id"),
  invoiceId: uuid("invoice_id"),
  /** From when on all but what is withheld of its invoice is paid. */ paidOn: day("paid_on"),
  statusReason: text("status_reason").notNull().default(""),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

const decimal = (name: string) => numeric(name, { precision: 18, scale: 4 });

export const payApplicationLine = pgTable("pay_application_line", {
  orgId: uuid("org_id").notNull(),
  applicationId: uuid("application_id").notNull(),
  purchaseOrderLineId: uuid("purchase_order_line_id").notNull(),
  lineNo: integer("line_no").notNull(),
  claim: text({ enum: ["quantity", "percent", "amount"] }).notNull(),
  value: decimal("value").notNull(),
  retainagePercent: numeric("retainage_percent", { precision: 5, scale: 2 }),
  previousQuantity: decimal("previous_quantity").notNull(),
  claimedQuantity: decimal("claimed_quantity").notNull(),
  certifiedQuantity: decimal("certified_quantity"),
  storedQuantity: decimal("stored_quantity").notNull().default("0"),
  certifiedStoredQuantity: decimal("certified_stored_quantity"),
  previousStoredQuantity: decimal("previous_stored_quantity").notNull().default("0"),
  cutReason: text("cut_reason").notNull().default(""),
  unitPrice: decimal("unit_price").notNull(),
  certifiedCents: bigint("certified_cents", { mode: "number" }),
  retainageCents: bigint("retainage_cents", { mode: "number" }),
});
