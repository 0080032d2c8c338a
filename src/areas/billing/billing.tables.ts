import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Billed } from "./period/period.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const createdAt = instant("created_at").notNull().defaultNow();
const kept = {
  version: integer().notNull().default(1),
  createdAt,
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** An offer in versions; everybody reads what is published. */
export const pricePlan = pgTable("price_plan", {
  ...definitionColumns,
  code: text().notNull(),
  audience: text().notNull(),
  monthlyCents: cents("monthly_cents").notNull(),
  yearlyCents: cents("yearly_cents").notNull(),
  includes: text().array().notNull(),
  people: integer(),
  storageGb: integer("storage_gb"),
  callsPerDay: integer("calls_per_day"),
  trialDays: integer("trial_days").notNull().default(0),
  public: boolean().notNull().default(true),
  place: integer().notNull().default(1),
});

/** What an agency and the operator agreed. */
export const hostingAgreement = pgTable("hosting_agreement", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  customerId: uuid("customer_id"),
  customerName: text("customer_name").notNull(),
  planId: uuid("plan_id").notNull(),
  billed: text().$type<Billed>().notNull(),
  discountBp: integer("discount_bp").notNull().default(0),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  renewMonths: integer("renew_months").notNull().default(0),
  noticeDays: integer("notice_days").notNull().default(0),
  noticeOn: day("notice_on"),
  noticeBy: text("notice_by").notNull().default(""),
  orderNumber: text("order_number").notNull().default(""),
  payDays: integer("pay_days").notNull().default(30),
  exemptionNumber: text("exemption_number").notNull().default(""),
  exemptionReason: text("exemption_reason").notNull().default(""),
  billTo: text("bill_to").notNull().default(""),
  billEmail: text("bill_email").notNull().default(""),
  note: text().notNull().default(""),
  authorId: uuid("author_id"),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  endedOn: day("ended_on"),
  ...kept,
});

/** Which version of which plan an agency is on. */
export const agencySubscription = pgTable("agency_subscription", {
  ...own,
  customerId: uuid("customer_id"),
  customerName: text("customer_name").notNull(),
  status: text().notNull().default("incomplete"),
  planId: uuid("plan_id").notNull(),
  agreementId: uuid("agreement_id"),
  billed: text().$type<Billed>().notNull(),
  /** What a period costs, less the discount of its agreement. */
  priceCents: cents("price_cents").notNull(),
  anchorOn: day("anchor_on").notNull(),
  periodFrom: day("period_from").notNull(),
  periodTo: day("period_to").notNull(),
  /** Of the upgrades in this period: the sum of difference × days left. */
  prorated: bigint({ mode: "number" }).notNull().default(0),
  trialTo: day("trial_to"),
  nextPlanId: uuid("next_plan_id"),
  nextBilled: text("next_billed").$type<Billed>(),
  endsOn: day("ends_on"),
  orderNumber: text("order_number").notNull().default(""),
  withoutOrder: boolean("without_order").notNull().default(false),
  chosenBy: uuid("chosen_by"),
  ...kept,
});

/** A bill to an agency, or a credit note to one. */
export const agencyBill = pgTable("agency_bill", {
  ...own,
  number: text(),
  kind: text({ enum: ["bill", "credit"] })
    .notNull()
    .default("bill"),
  status: text().notNull().default("draft"),
  customerId: uuid("customer_id"),
  customerName: text("customer_name").notNull(),
  subscriptionId: uuid("subscription_id"),
  agreementId: uuid("agreement_id"),
  creditsId: uuid("credits_id"),
  orderNumber: text("order_number").notNull().default(""),
  payDays: integer("pay_days").notNull().default(30),
  exemptionNumber: text("exemption_number").notNull().default(""),
  exemptionReason: text("exemption_reason").notNull().default(""),
  billTo: text("bill_to").notNull().default(""),
  billEmail: text("bill_email").notNull().default(""),
  periodFrom: day("period_from"),
  periodTo: day("period_to"),
  issuedOn: day("issued_on"),
  dueOn: day("due_on"),
  total: cents("total").notNull().default(0),
  credited: cents("credited").notNull().default(0),
  paid: cents("paid").notNull().default(0),
  disputedOn: day("disputed_on"),
  /** Days for which settled disputes stopped its clock. */
  daysStopped: integer("days_stopped").notNull().default(0),
  note: text().notNull().default(""),
  draftedBy: uuid("drafted_by"),
  issuedBy: uuid("issued_by"),
  ...kept,
});

/** A period of a subscription, the rest of one after a change, or an item. */
export const agencyBillLine = pgTable("agency_bill_line", {
  ...own,
  billId: uuid("bill_id").notNull(),
  subscriptionId: uuid("subscription_id"),
  kind: text({ enum: ["period", "upgrade", "item"] }).notNull(),
  description: text().notNull(),
  fromOn: day("from_on"),
  toOn: day("to_on"),
  cents: cents("cents").notNull(),
  createdAt,
});

/** Money for a bill, recorded by one operator and confirmed by another. */
export const agencyBillPayment = pgTable("agency_bill_payment", {
  ...own,
  billId: uuid("bill_id").notNull(),
  customerId: uuid("customer_id"),
  status: text({ enum: ["recorded", "confirmed", "rejected"] })
    .notNull()
    .default("recorded"),
  cents: cents("cents").notNull(),
  receivedOn: day("received_on").notNull(),
  means: text({ enum: ["ach", "check", "wire", "transfer"] }).notNull(),
  reference: text().notNull(),
  recordedBy: uuid("recorded_by"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  rejectedBecause: text("rejected_because").notNull().default(""),
  ...kept,
});

/** What a customer holds against a bill. */
export const agencyBillDispute = pgTable("agency_bill_dispute", {
  ...own,
  billId: uuid("bill_id").notNull(),
  customerId: uuid("customer_id"),
  openedOn: day("opened_on").notNull(),
  reason: text().notNull(),
  openedBy: uuid("opened_by"),
  openedName: text("opened_name").notNull(),
  settledOn: day("settled_on"),
  outcome: text().notNull().default(""),
  settledBy: uuid("settled_by"),
  createdAt,
});

/** Each reminder of a late bill goes out once. */
export const agencyBillReminder = pgTable("agency_bill_reminder", {
  ...own,
  billId: uuid("bill_id").notNull(),
  stage: integer().notNull(),
  sentOn: day("sent_on").notNull(),
  letters: integer().notNull().default(0),
});

/** That an agency took a bill into its own accounts payable: a row of the customer. */
export const agencyBillTaken = pgTable("agency_bill_taken", {
  ...own,
  billId: uuid("bill_id").notNull(),
  billNumber: text("bill_number").notNull(),
  invoiceId: uuid("invoice_id").notNull(),
  takenBy: uuid("taken_by"),
  createdAt,
});

/** What an agency uses, counted every quarter of an hour; a row for each day. */
export const agencyCount = pgTable(
  "agency_count",
  {
    orgId: uuid("org_id").notNull(),
    countedOn: day("counted_on").notNull(),
    people: integer("people").notNull(),
    storageBytes: bigint("storage_bytes", { mode: "number" }).notNull(),
    calls: bigint("calls", { mode: "number" }).notNull(),
    lastActivityAt: instant("last_activity_at"),
    countedAt: instant("counted_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.countedOn] })],
);

/** What administrators were told of the limits of their plan. */
export const agencyLimit = pgTable("agency_limit", {
  orgId: uuid("org_id").primaryKey(),
  told: jsonb("told").$type<Record<string, number>>().notNull().default({}),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
