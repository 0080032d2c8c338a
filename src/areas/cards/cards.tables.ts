import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Split } from "./line/line.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const cents = (name: string) => bigint(name, { mode: "number" });

/** Merchant category codes that are one group: `codes` as "5812-5814, 5462". */
export const cardGroup = pgTable("card_group", {
  ...definitionColumns,
  codes: text().notNull(),
  blocked: boolean().notNull().default(false),
});

/** A card in somebody's hand: its last four digits, never its number. Limits in cents. */
export const purchaseCard = pgTable("purchase_card", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("active"),
  bankId: uuid("bank_id").notNull(),
  bankName: text("bank_name").notNull(),
  holderId: uuid("holder_id").notNull(),
  holderName: text("holder_name").notNull(),
  departmentId: uuid("department_id").notNull(),
  departmentName: text("department_name").notNull(),
  administratorId: uuid("administrator_id").notNull(),
  administratorName: text("administrator_name").notNull(),
  approverId: uuid("approver_id").notNull(),
  approverName: text("approver_name").notNull(),
  lastFour: text("last_four").notNull(),
  perPurchase: cents("per_purchase").notNull(),
  perCycle: cents("per_cycle").notNull(),
  /** Keys of category groups that it buys in; none: all that are not blocked. */
  groups: jsonb().$type<string[]>().notNull().default([]),
  accountStringId: uuid("account_string_id").notNull(),
  accountCode: text("account_code").notNull(),
  endsOn: day("ends_on"),
  statusReason: text("status_reason").notNull().default(""),
  createdBy: uuid("created_by"),
  ...kept,
});

/** What a bank bills at once: the lines of its cards from a day to a day. */
export const cardCycle = pgTable("card_cycle", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  bankId: uuid("bank_id").notNull(),
  bankName: text("bank_name").notNull(),
  opensOn: day("opens_on").notNull(),
  closesOn: day("closes_on").notNull(),
  statementNumber: text("statement_number").notNull().default(""),
  statementCents: cents("statement_cents"),
  statementOn: day("statement_on"),
  dueOn: day("due_on"),
  statementFileId: uuid("statement_file_id"),
  invoiceId: uuid("invoice_id"),
  invoiceNumber: text("invoice_number").notNull().default(""),
  statedBy: uuid("stated_by"),
  reconciledBy: uuid("reconciled_by"),
  ...kept,
});

/** A merchant as banks write it, and the vendor that it is: by its name, or settled by a person. */
export const cardMerchant = pgTable("card_merchant", {
  ...own,
  merchantKey: text("merchant_key").notNull(),
  name: text().notNull(),
  vendorId: uuid("vendor_id"),
  vendorName: text("vendor_name").notNull().default(""),
  settledBy: uuid("settled_by"),
  ...kept,
});

/** One purchase by card; its number is the reference that its bank gave it. */
export const cardLine = pgTable("card_line", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("posted"),
  bankId: uuid("bank_id").notNull(),
  cardId: uuid("card_id").notNull(),
  cycleId: uuid("cycle_id"),
  holderId: uuid("holder_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  merchantId: uuid("merchant_id").notNull(),
  merchant: text().notNull(),
  /** Merchant category code (ISO 18245). */
  category: text().notNull().default(""),
  postedOn: day("posted_on").notNull(),
  purchasedOn: day("purchased_on").notNull(),
  /** Below zero: money that came back. */
  cents: cents("cents").notNull(),
  taxCents: cents("tax_cents").notNull().default(0),
  /** What the bank says beside. */
  says: text().notNull().default(""),
  purpose: text().notNull().default(""),
  note: text().notNull().default(""),
  /** The order that it pays. */
  orderId: uuid("order_id"),
  orderNumber: text("order_number").notNull().default(""),
  splits: jsonb().$type<Split[]>().notNull(),
  receiptFileIds: jsonb("receipt_file_ids").$type<string[]>().notNull().default([]),
  /** Why there is no receipt, in the holder's words. */
  lostReceipt: text("lost_receipt").notNull().default(""),
  codedBy: uuid("coded_by"),
  sentBy: uuid("sent_by"),
  sentAt: instant("sent_at"),
  decidedBy: uuid("decided_by"),
  decidedName: text("decided_name").notNull().default(""),
  decidedAt: instant("decided_at"),
  statusReason: text("status_reason").notNull().default(""),
  taskId: uuid("task_id"),
  ...kept,
});

/** What a rule found of a line: somebody answers for it until a day, another person settles it. */
export const cardFinding = pgTable("card_finding", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  kind: text().notNull(),
  cardId: uuid("card_id").notNull(),
  lineId: uuid("line_id").notNull(),
  says: text().notNull(),
  citation: text().notNull().default(""),
  ownerId: uuid("owner_id").notNull(),
  ownerName: text("owner_name").notNull(),
  dueOn: day("due_on").notNull(),
  /** Other lines that belong to it. */
  others: jsonb().$type<string[]>().notNull().default([]),
  /** The card was suspended for it. */
  suspended: boolean().notNull().default(false),
  reason: text().notNull().default(""),
  settledBy: uuid("settled_by"),
  settledName: text("settled_name").notNull().default(""),
  settledAt: instant("settled_at"),
  ...kept,
});
