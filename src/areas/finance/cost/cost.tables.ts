import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const objectClassAccount = pgTable("object_class_account", {
  orgId: uuid("org_id").notNull(),
  accountId: uuid("account_id").notNull(),
  objectClass: text("object_class").notNull(),
});

export const costLine = pgTable("cost_line", {
  ...own,
  source: text({ enum: ["invoice", "payroll", "transfer", "stock"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  documentId: uuid("document_id").notNull(),
  documentNumber: text("document_number").notNull(),
  description: text().notNull().default(""),
  accountStringId: uuid("account_string_id").notNull(),
  objectClass: text("object_class").notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  postedOn: day("posted_on").notNull(),
  incurredFrom: day("incurred_from").notNull(),
  incurredTo: day("incurred_to").notNull(),
  cents: cents("cents").notNull(),
  paid: cents("paid").notNull().default(0),
  paidOn: day("paid_on"),
  moved: cents("moved").notNull().default(0),
  claimed: cents("claimed").notNull().default(0),
  movesId: uuid("moves_id"),
  cameFromId: uuid("came_from_id"),
  requisitionId: uuid("requisition_id"),
  purchaseOrderId: uuid("purchase_order_id"),
  receiptId: uuid("receipt_id"),
  invoiceId: uuid("invoice_id"),
  journalId: uuid("journal_id"),
  emergency: boolean().notNull().default(false),
  reversedOn: day("reversed_on"),
  changedOn: day("changed_on").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const costEntry = pgTable("cost_entry", {
  ...own,
  costLineId: uuid("cost_line_id").notNull(),
  onDay: day("on_day").notNull(),
  postedOn: day("posted_on").notNull(),
  charged: cents("charged").notNull().default(0),
  paid: cents("paid").notNull().default(0),
});

export const costClaim = pgTable("cost_claim", {
  ...own,
  costLineId: uuid("cost_line_id").notNull(),
  claimerKind: text("claimer_kind").notNull(),
  claimerId: uuid("claimer_id").notNull(),
  claimerNumber: text("claimer_number").notNull(),
  funderId: uuid("funder_id").notNull(),
  funderNumber: text("funder_number").notNull(),
  share: text({ enum: ["federal", "match", "billed"] }).notNull(),
  cents: cents("cents").notNull(),
  ahead: boolean().notNull().default(false),
  uncovered: cents("uncovered").notNull().default(0),
  live: boolean().notNull().default(true),
  settled: boolean().notNull().default(false),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const journal = pgTable("journal", {
  ...own,
  number: text().notNull(),
  kind: text({ enum: ["payroll", "transfer", "allocation", "receipt"] }).notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  reason: text().notNull().default(""),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  paidOn: day("paid_on"),
  total: cents("total").notNull().default(0),
  preparedBy: uuid("prepared_by"),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  reverses: uuid(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const journalLine = pgTable("journal_line", {
  ...own,
  journalId: uuid("journal_id").notNull(),
  lineNo: integer("line_no").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  objectClass: text("object_class"),
  description: text().notNull().default(""),
  employee: text().notNull().default(""),
  hours: text().notNull().default(""),
  receiptNo: text("receipt_no").notNull().default(""),
  incurredFrom: day("incurred_from").notNull(),
  incurredTo: day("incurred_to").notNull(),
  cents: cents("cents").notNull(),
  movesId: uuid("moves_id"),
});
