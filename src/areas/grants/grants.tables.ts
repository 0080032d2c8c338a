import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const award = pgTable("grant_award", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("offered"),
  title: text().notNull(),
  program: text().notNull().default(""),
  grantor: text().notNull(),
  grantorNumber: text("grantor_number").notNull().default(""),
  assistanceListing: text("assistance_listing").notNull().default(""),
  segmentId: uuid("segment_id"),
  applicationId: uuid("application_id"),
  departmentId: uuid("department_id"),
  ownerId: uuid("owner_id"),
  federal: boolean().notNull().default(true),
  disaster: boolean().notNull().default(false),
  amount: cents("amount").notNull(),
  match: cents("match").notNull().default(0),
  shareRate: integer("share_rate").notNull(),
  periodFrom: day("period_from").notNull(),
  periodTo: day("period_to").notNull(),
  preawardFrom: day("preaward_from"),
  method: text({ enum: ["reimbursement", "advance"] })
    .notNull()
    .default("reimbursement"),
  advanceDays: integer("advance_days").notNull().default(3),
  reportEvery: text("report_every", { enum: ["quarterly", "semiannual", "annual"] })
    .notNull()
    .default("quarterly"),
  reportEnds: text("report_ends", { enum: ["calendar", "federal", "award"] })
    .notNull()
    .default("calendar"),
  basis: text({ enum: ["cash", "accrual"] })
    .notNull()
    .default("cash"),
  indirectRate: integer("indirect_rate").notNull().default(0),
  prevailingWages: text("prevailing_wages", { enum: ["notKnown", "yes", "no"] })
    .notNull()
    .default("notKnown"),
  prevailingWagesSource: text("prevailing_wages_source").notNull().default(""),
  attention: text().notNull().default(""),
  uncovered: cents("uncovered").notNull().default(0),
  note: text().notNull().default(""),
  acceptedOn: day("accepted_on"),
  endedOn: day("ended_on"),
  closedOn: day("closed_on"),
  retainedUntil: day("retained_until"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const awardTerm = pgTable("award_term", {
  ...own,
  awardId: uuid("award_id").notNull(),
  kind: text({ enum: ["ceiling", "unallowable", "equipment", "subaward", "other"] }).notNull(),
  objectClass: text("object_class"),
  cents: cents("cents"),
  words: text().notNull(),
  document: text().notNull(),
  page: integer(),
  approvedOn: day("approved_on"),
  approval: text().notNull().default(""),
  endedOn: day("ended_on"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const awardBudget = pgTable("award_budget", {
  orgId: uuid("org_id").notNull(),
  awardId: uuid("award_id").notNull(),
  objectClass: text("object_class").notNull(),
  cents: cents("cents").notNull(),
});

export const termOverride = pgTable("term_override", {
  ...own,
  awardId: uuid("award_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  requesterId: uuid("requester_id").notNull(),
  most: cents("most").notNull(),
  reason: text().notNull(),
  grantedBy: uuid("granted_by").notNull(),
  grantedAt: instant("granted_at").notNull().defaultNow(),
  expiresOn: day("expires_on").notNull(),
});

export const drawdown = pgTable("drawdown", {
  ...own,
  number: text().notNull(),
  awardId: uuid("award_id").notNull(),
  status: text().notNull().default("draft"),
  kind: text({ enum: ["reimbursement", "advance", "refund"] }).notNull(),
  through: day("through").notNull(),
  outlay: cents("outlay").notNull().default(0),
  federal: cents("federal").notNull().default(0),
  match: cents("match").notNull().default(0),
  preparedBy: uuid("prepared_by"),
  certifiedBy: uuid("certified_by"),
  certifiedAt: instant("certified_at"),
  certificate: text(),
  certifiedLines: text("certified_lines"),
  submittedOn: day("submitted_on"),
  reference: text().notNull().default(""),
  approved: cents("approved"),
  paidOn: day("paid_on"),
  paid: cents("paid"),
  deposit: text().notNull().default(""),
  statusReason: text("status_reason"),
  ...kept,
});

export const grantReport = pgTable("grant_report", {
  ...own,
  number: text().notNull(),
  awardId: uuid("award_id").notNull(),
  kind: text({ enum: ["sf425", "ppr"] }).notNull(),
  status: text().notNull().default("due"),
  periodFrom: day("period_from").notNull(),
  periodTo: day("period_to").notNull(),
  dueOn: day("due_on").notNull(),
  final: boolean().notNull().default(false),
  narrative: text().notNull().default(""),
  figures: jsonb().$type<Record<string, number>>(),
  preparedBy: uuid("prepared_by"),
  certifiedBy: uuid("certified_by"),
  certifiedAt: instant("certified_at"),
  certificate: text(),
  submittedOn: day("submitted_on"),
  reference: text().notNull().default(""),
  statusReason: text("status_reason"),
  ...kept,
});

export const milestone = pgTable("milestone", {
  ...own,
  awardId: uuid("award_id").notNull(),
  title: text().notNull(),
  measure: text().notNull().default(""),
  plannedOn: day("planned_on").notNull(),
  status: text().notNull().default("planned"),
  performerId: uuid("performer_id"),
  outcome: text().notNull().default(""),
  doneOn: day("done_on"),
  acceptedBy: uuid("accepted_by"),
  acceptedOn: day("accepted_on"),
  ...kept,
});

export const awardRevision = pgTable("award_revision", {
  ...own,
  number: text().notNull(),
  awardId: uuid("award_id").notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  reason: text().notNull(),
  moves: jsonb().$type<{ objectClass: string; cents: number }[]>().notNull().default([]),
  newPeriodTo: day("new_period_to"),
  scopeChange: boolean("scope_change").notNull().default(false),
  keyPerson: boolean("key_person").notNull().default(false),
  newSubaward: boolean("new_subaward").notNull().default(false),
  findings: jsonb()
    .$type<{ text: string; citation: string; asksGrantor: boolean }[]>()
    .notNull()
    .default([]),
  asksGrantor: boolean("asks_grantor"),
  answeredOn: day("answered_on"),
  answer: text().notNull().default(""),
  preparedBy: uuid("prepared_by"),
  decidedBy: uuid("decided_by"),
  ...kept,
});

export const disasterCost = pgTable("disaster_cost", {
  ...own,
  costLineId: uuid("cost_line_id").notNull(),
  decision: text({ enum: ["accepted", "dismissed"] }).notNull(),
  reason: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at").notNull().defaultNow(),
});
