import { bigint, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
/** Cents of a budget by object class. */
export type BudgetShare = { objectClass: string; cents: number };

export const grantProgram = pgTable("grant_program", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  summary: text().notNull().default(""),
  awardId: uuid("award_id"),
  total: cents("total").notNull(),
  least: cents("least"),
  most: cents("most"),
  expectedAwards: integer("expected_awards"),
  matchPercent: integer("match_percent").notNull().default(0),
  apartPercent: integer("apart_percent").notNull().default(30),
  applicants: text().array().notNull().default([]),
  opensOn: day("opens_on").notNull(),
  closesOn: day("closes_on"),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  contactName: text("contact_name").notNull().default(""),
  contactEmail: text("contact_email").notNull().default(""),
  ownerId: uuid("owner_id"),
  publishedAt: instant("published_at"),
  decidedOn: day("decided_on"),
  sheet: text(),
  sheetSha256: text("sheet_sha256"),
  frozenAt: instant("frozen_at"),
  frozenBy: uuid("frozen_by"),
  toldAt: instant("told_at"),
  statusReason: text("status_reason"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const programCriterion = pgTable("program_criterion", {
  ...own,
  programId: uuid("program_id").notNull(),
  place: integer().notNull(),
  name: text().notNull(),
  about: text().notNull().default(""),
  weight: integer().notNull(),
  maxScore: integer("max_score").notNull().default(10),
});

export const programReviewer = pgTable("program_reviewer", {
  ...own,
  programId: uuid("program_id").notNull(),
  personId: uuid("person_id").notNull(),
  declaredAt: instant("declared_at"),
  declaration: jsonb()
    .$type<{ applicationId: string; conflict: boolean; note: string }[]>()
    .notNull()
    .default([]),
  recusedAt: instant("recused_at"),
  recusalReason: text("recusal_reason"),
  handedInAt: instant("handed_in_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const programApplication = pgTable("program_application", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  programId: uuid("program_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  title: text().notNull(),
  narrative: text().notNull().default(""),
  budget: jsonb().$type<BudgetShare[]>().notNull().default([]),
  requested: cents("requested").notNull().default(0),
  match: cents("match").notNull().default(0),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  contactName: text("contact_name").notNull().default(""),
  contactEmail: text("contact_email").notNull().default(""),
  source: text({ enum: ["portal", "staff"] })
    .notNull()
    .default("portal"),
  submittedAt: instant("submitted_at"),
  receivedOn: day("received_on"),
  receivedBy: text("received_by").notNull().default(""),
  statusReason: text("status_reason"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const programScore = pgTable("program_score", {
  ...own,
  reviewerId: uuid("reviewer_id").notNull(),
  applicationId: uuid("application_id").notNull(),
  criterionId: uuid("criterion_id").notNull(),
  score: numeric({ precision: 6, scale: 2 }).notNull(),
  note: text().notNull().default(""),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const programConsensus = pgTable("program_consensus", {
  ...own,
  applicationId: uuid("application_id").notNull(),
  criterionId: uuid("criterion_id").notNull(),
  score: numeric({ precision: 6, scale: 2 }).notNull(),
  comment: text().notNull().default(""),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** A field of 2 CFR 200.332(b)(1): its value, or that it is not known yet. */
export type Fact = { value: string; known: boolean };
/** Answers to the questions about a subrecipient's risk: points by question, with what they rest on. */
export type RiskAnswer = { question: string; points: number; note: string };

export const subaward = pgTable("subaward", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  awardId: uuid("award_id").notNull(),
  applicationId: uuid("application_id"),
  vendorId: uuid("vendor_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  fiscalYearId: uuid("fiscal_year_id"),
  amount: cents("amount").notNull(),
  match: cents("match").notNull().default(0),
  budget: jsonb().$type<BudgetShare[]>().notNull().default([]),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  facts: jsonb().$type<Record<string, Fact>>().notNull().default({}),
  risk: jsonb().$type<RiskAnswer[]>(),
  riskPoints: integer("risk_points"),
  riskLevel: text("risk_level", { enum: ["low", "medium", "high"] }),
  assessedBy: uuid("assessed_by"),
  assessedOn: day("assessed_on"),
  reviewEvery: integer("review_every"),
  encumbered: cents("encumbered").notNull().default(0),
  claimed: cents("claimed").notNull().default(0),
  approvedBy: uuid("approved_by"),
  executedOn: day("executed_on"),
  reportDueOn: day("report_due_on"),
  reportedOn: day("reported_on"),
  reportReference: text("report_reference").notNull().default(""),
  endedOn: day("ended_on"),
  closedOn: day("closed_on"),
  ownerId: uuid("owner_id"),
  statusReason: text("status_reason"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const subawardRequest = pgTable("subaward_request", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("submitted"),
  subawardId: uuid("subaward_id").notNull(),
  periodFrom: day("period_from").notNull(),
  periodTo: day("period_to").notNull(),
  amount: cents("amount").notNull(),
  match: cents("match").notNull().default(0),
  note: text().notNull().default(""),
  invoiceId: uuid("invoice_id"),
  released: cents("released").notNull().default(0),
  submittedAt: instant("submitted_at").notNull().defaultNow(),
  decidedBy: uuid("decided_by"),
  decidedOn: day("decided_on"),
  statusReason: text("status_reason"),
  createdBy: uuid("created_by"),
  ...kept,
});

export const subawardCost = pgTable("subaward_cost", {
  ...own,
  requestId: uuid("request_id").notNull(),
  lineNo: integer("line_no").notNull(),
  incurredOn: day("incurred_on").notNull(),
  payee: text().notNull(),
  description: text().notNull().default(""),
  objectClass: text("object_class").notNull(),
  cents: cents("cents").notNull(),
});

export const deskReview = pgTable("desk_review", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("drawn"),
  subawardId: uuid("subaward_id").notNull(),
  seed: text().notNull(),
  population: integer().notNull(),
  populationCents: cents("population_cents").notNull(),
  populationSha256: text("population_sha256").notNull(),
  conclusion: text().notNull().default(""),
  drawnBy: uuid("drawn_by"),
  doneBy: uuid("done_by"),
  doneOn: day("done_on"),
  ...kept,
});

export const questionedCost = pgTable("questioned_cost", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  subawardId: uuid("subaward_id").notNull(),
  reviewId: uuid("review_id").notNull(),
  costId: uuid("cost_id").notNull(),
  cents: cents("cents").notNull(),
  reason: text().notNull().default(""),
  status: text({ enum: ["open", "allowed", "disallowed", "recovered"] })
    .notNull()
    .default("open"),
  disallowed: cents("disallowed").notNull().default(0),
  decision: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedOn: day("decided_on"),
  recoveredOn: day("recovered_on"),
  recovery: text().notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const deskReviewLine = pgTable("desk_review_line", {
  orgId: uuid("org_id").notNull(),
  reviewId: uuid("review_id").notNull(),
  costId: uuid("cost_id").notNull(),
  place: integer().notNull(),
  result: text({ enum: ["supported", "not_supported"] }),
  questioned: cents("questioned").notNull().default(0),
  note: text().notNull().default(""),
});
