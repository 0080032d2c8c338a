import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Excluded } from "./run.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const paymentRun = pgTable("payment_run", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("proposed"),
  payOn: day("pay_on").notNull(),
  payThrough: day("pay_through"),
  amount: cents("amount").notNull().default(0),
  paymentCount: integer("payment_count").notNull().default(0),
  excluded: jsonb().$type<Excluded[]>().notNull().default([]),
  proposedBy: uuid("proposed_by"),
  releasedBy: uuid("released_by"),
  releasedAt: instant("released_at"),
  releasedOn: day("released_on"),
  sentAt: instant("sent_at"),
  agencyAccountId: uuid("agency_account_id"),
  nachaFileId: uuid("nacha_file_id"),
  nachaSha256: text("nacha_sha256"),
  registerFileId: uuid("register_file_id"),
  fileModifier: text("file_modifier").notNull().default("A"),
  stopReason: text("stop_reason"),
  refusedAt: instant("refused_at"),
  refusedBy: uuid("refused_by"),
  note: text().notNull().default(""),
  ...kept,
});

export const payment = pgTable("payment", {
  ...own,
  number: text().notNull(),
  runId: uuid("run_id"),
  vendorId: uuid("vendor_id").notNull(),
  method: text({ enum: ["ach", "check"] }).notNull(),
  checkNumber: text("check_number"),
  status: text().notNull().default("proposed"),
  amount: cents("amount").notNull(),
  bankAccountId: uuid("bank_account_id"),
  bankRouting: text("bank_routing"),
  bankLast4: text("bank_last4"),
  agencyAccountId: uuid("agency_account_id"),
  traceNumber: text("trace_number"),
  paidOn: day("paid_on"),
  clearedOn: day("cleared_on"),
  returnedOn: day("returned_on"),
  returnCode: text("return_code"),
  voidReason: text("void_reason"),
  staleOn: day("stale_on"),
  askedOn: day("asked_on"),
  answerBy: day("answer_by"),
  reissueOf: uuid("reissue_of"),
  screeningId: uuid("screening_id"),
  bankFileId: uuid("bank_file_id"),
  bankConfirmation: text("bank_confirmation"),
  bankConfirmedOn: day("bank_confirmed_on"),
  ...kept,
});

export const paymentFile = pgTable("payment_file", {
  ...own,
  runId: uuid("run_id").notNull(),
  fileId: uuid("file_id").notNull(),
  sha256: text().notNull(),
  modifier: text().notNull(),
  madeOn: day("made_on").notNull(),
  madeAt: instant("made_at").notNull(),
  madeBy: uuid("made_by"),
  replacedAt: instant("replaced_at"),
  takenAt: instant("taken_at"),
  takenBy: uuid("taken_by"),
});

export const paymentInvoice = pgTable("payment_invoice", {
  ...own,
  paymentId: uuid("payment_id").notNull(),
  invoiceId: uuid("invoice_id").notNull(),
  amount: cents("amount").notNull(),
  /** Settles the bill beside the money; goes out beside it. */
  discount: cents("discount").notNull().default(0),
  interest: cents("interest").notNull().default(0),
  part: integer().notNull().default(0),
  live: boolean().notNull().default(true),
});

export const paymentHold = pgTable("payment_hold", {
  ...own,
  vendorId: uuid("vendor_id"),
  invoiceId: uuid("invoice_id"),
  paymentId: uuid("payment_id"),
  reason: text().notNull(),
  placedBy: uuid("placed_by"),
  placedAt: instant("placed_at").notNull().defaultNow(),
  liftedBy: uuid("lifted_by"),
  liftedAt: instant("lifted_at"),
  liftReason: text("lift_reason"),
});

export const agencyBankAccount = pgTable("agency_bank_account", {
  ...own,
  active: boolean().notNull().default(true),
  fundIds: uuid("fund_ids").array().notNull().default([]),
  bankName: text("bank_name").notNull(),
  companyName: text("company_name").notNull(),
  immediateDestination: text("immediate_destination").notNull(),
  originatingRouting: text("originating_routing").notNull(),
  immediateOrigin: text("immediate_origin").notNull(),
  companyId: text("company_id").notNull(),
  entryDescription: text("entry_description").notNull().default("VENDOR PAY"),
  accountSealed: text("account_sealed").notNull(),
  accountDigest: text("account_digest").notNull(),
  accountLast4: text("account_last4").notNull(),
  nextCheckNumber: bigint("next_check_number", { mode: "number" }).notNull().default(1001),
  nextTraceNumber: integer("next_trace_number").notNull().default(1),
  reconciledThrough: day("reconciled_through"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const cashEntry = pgTable("cash_entry", {
  ...own,
  kind: text().notNull(),
  onDay: day("on_day").notNull(),
  agencyAccountId: uuid("agency_account_id"),
  paymentId: uuid("payment_id"),
  invoiceId: uuid("invoice_id"),
  book: cents("book").notNull().default(0),
  outstanding: cents("outstanding").notNull().default(0),
  retainage: cents("retainage").notNull().default(0),
  postedBy: uuid("posted_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
