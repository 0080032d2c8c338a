import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Service } from "./agreement/agreement.model.ts";
import type { Contact } from "./client/client.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** Another agency that this one serves. */
export const servedClient = pgTable("served_client", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("active"),
  name: text().notNull(),
  kind: text().notNull(),
  address: text().notNull().default(""),
  email: text().notNull(),
  contacts: jsonb().$type<Contact[]>().notNull().default([]),
  note: text().notNull().default(""),
  ownerId: uuid("owner_id"),
  ...kept,
});

/** What a client is served by: services with rates, up to a ceiling, for a term. */
export const servedAgreement = pgTable("served_agreement", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  clientId: uuid("client_id").notNull(),
  title: text().notNull(),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  services: jsonb().$type<Service[]>().notNull(),
  ceiling: cents("ceiling").notNull(),
  overheadOn: text("overhead_on", { enum: ["none", "hours", "all"] })
    .notNull()
    .default("none"),
  overheadBp: integer("overhead_bp").notNull().default(0),
  payDays: integer("pay_days").notNull().default(30),
  terms: text().notNull().default(""),
  authorId: uuid("author_id").notNull(),
  ownerId: uuid("owner_id").notNull(),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  agencySignedOn: day("agency_signed_on"),
  agencySigner: text("agency_signer").notNull().default(""),
  clientSignedOn: day("client_signed_on"),
  clientSigner: text("client_signer").notNull().default(""),
  endedOn: day("ended_on"),
  ...kept,
});

/** What a client asks for. */
export const servedRequest = pgTable("served_request", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("requested"),
  clientId: uuid("client_id").notNull(),
  agreementId: uuid("agreement_id"),
  service: text().notNull().default(""),
  title: text().notNull(),
  text: text().notNull().default(""),
  wantedOn: day("wanted_on"),
  workOrderId: uuid("work_order_id"),
  finishedOn: day("finished_on"),
  /** Pieces of a fixed fee that were done. */
  quantity: integer().notNull().default(1),
  askedBy: text("asked_by").notNull(),
  byLink: boolean("by_link").notNull().default(false),
  enteredBy: uuid("entered_by"),
  acceptedBy: uuid("accepted_by"),
  billId: uuid("bill_id"),
  ...kept,
});

/** What client and agency write each other about a request; nothing is taken back. */
export const servedMessage = pgTable("served_message", {
  ...own,
  requestId: uuid("request_id").notNull(),
  side: text({ enum: ["client", "agency"] }).notNull(),
  author: text().notNull(),
  personId: uuid("person_id"),
  text: text().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** A bill to a client; sums of its lines, and what came in of it. */
export const servedBill = pgTable("served_bill", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  clientId: uuid("client_id").notNull(),
  agreementId: uuid("agreement_id").notNull(),
  costs: cents("costs").notNull().default(0),
  hours: cents("hours").notNull().default(0),
  fees: cents("fees").notNull().default(0),
  overhead: cents("overhead").notNull().default(0),
  total: cents("total").notNull().default(0),
  received: cents("received").notNull().default(0),
  /** Of its costs, what no payment stands behind any more. */
  uncovered: cents("uncovered").notNull().default(0),
  note: text().notNull().default(""),
  issuedOn: day("issued_on"),
  dueOn: day("due_on"),
  writtenOffOn: day("written_off_on"),
  preparedBy: uuid("prepared_by").notNull(),
  approvedBy: uuid("approved_by"),
  sentBy: uuid("sent_by"),
  ...kept,
});

/** A cost, hours of one row, or a fixed fee on a bill. */
export const servedBillLine = pgTable("served_bill_line", {
  ...own,
  billId: uuid("bill_id").notNull(),
  requestId: uuid("request_id"),
  kind: text({ enum: ["cost", "hour", "fee"] }).notNull(),
  service: text().notNull(),
  description: text().notNull(),
  servedOn: day("served_on").notNull(),
  costLineId: uuid("cost_line_id"),
  workHourId: uuid("work_hour_id"),
  minutes: integer(),
  quantity: integer(),
  /** Cents an hour, or of one piece. */
  rate: cents("rate"),
  cents: cents("cents").notNull(),
  live: boolean().notNull().default(true),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Money of a client for a bill: of a line of receipts that the books have, or typed. */
export const servedReceipt = pgTable("served_receipt", {
  ...own,
  billId: uuid("bill_id").notNull(),
  journalLineId: uuid("journal_line_id"),
  receivedOn: day("received_on").notNull(),
  cents: cents("cents").notNull(),
  reference: text().notNull(),
  live: boolean().notNull().default(true),
  takenBack: text("taken_back").notNull().default(""),
  enteredBy: uuid("entered_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** By what somebody of a client comes in without an account, until a day. */
export const servedLink = pgTable("served_link", {
  ...own,
  clientId: uuid("client_id").notNull(),
  name: text().notNull(),
  email: text().notNull(),
  untilOn: day("until_on").notNull(),
  endedAt: instant("ended_at"),
  renewedById: uuid("renewed_by_id"),
  invitedBy: uuid("invited_by"),
  ...kept,
});

/** Each reminder goes out once. */
export const servedReminder = pgTable("served_reminder", {
  ...own,
  billId: uuid("bill_id").notNull(),
  stage: integer().notNull(),
  sentOn: day("sent_on").notNull(),
});
