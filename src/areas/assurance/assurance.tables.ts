import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type {
  FindingWords,
  Questioned,
  Recount,
  Response,
  Schedule,
} from "./finding/finding.model.ts";
import type { SampleFacts } from "./sample/sample.model.ts";
import type { ReadClause } from "./standard/read.model.ts";
import type { StandardReport } from "./standard/standard.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** An audit, from its plan to the last finding that was closed. */
export const assuranceAudit = pgTable("assurance_audit", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("planned"),
  title: text().notNull(),
  kind: text({ enum: ["internal", "single", "outside"] }).notNull(),
  scope: text().notNull().default(""),
  fiscalYear: integer("fiscal_year").notNull(),
  startsOn: day("starts_on").notNull(),
  reportDueOn: day("report_due_on").notNull(),
  responseDueOn: day("response_due_on"),
  contactId: uuid("contact_id").notNull(),
  contactName: text("contact_name").notNull(),
  leadId: uuid("lead_id").notNull(),
  leadName: text("lead_name").notNull(),
  yearEndedOn: day("year_ended_on"),
  reportedOn: day("reported_on"),
  acceptedOn: day("accepted_on"),
  issuedOn: day("issued_on"),
  closedOn: day("closed_on"),
  ...kept,
});

/** Who works on an audit, and whether they declared that they are independent of it. */
export const assuranceMember = pgTable("assurance_member", {
  ...own,
  auditId: uuid("audit_id").notNull(),
  personId: uuid("person_id").notNull(),
  name: text().notNull(),
  role: text({ enum: ["lead", "member", "outside"] }).notNull(),
  untilOn: day("until_on"),
  untilAt: instant("until_at"),
  declaredOn: day("declared_on"),
  threats: text().notNull().default(""),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** What is done in an audit, by whom, and who reviewed it; the team's alone until the issue. */
export const assuranceProcedure = pgTable("assurance_procedure", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("planned"),
  auditId: uuid("audit_id").notNull(),
  title: text().notNull(),
  steps: text().notNull().default(""),
  clause: text().notNull().default(""),
  result: text().notNull().default(""),
  preparerId: uuid("preparer_id"),
  preparedAt: instant("prepared_at"),
  reviewerId: uuid("reviewer_id"),
  reviewedAt: instant("reviewed_at"),
  ...kept,
});

/** The rows of a list as they stood at one instant. */
export const assurancePopulation = pgTable("assurance_population", {
  ...own,
  auditId: uuid("audit_id").notNull(),
  procedureId: uuid("procedure_id").notNull(),
  /** The list by its address, and what people call it. */
  list: text().notNull(),
  title: text().notNull(),
  query: text().notNull(),
  /** The column whose cents are counted. */
  amount: text().notNull(),
  frozenAt: instant("frozen_at").notNull().defaultNow(),
  frozenBy: uuid("frozen_by").notNull(),
  items: integer().notNull(),
  cents: cents("cents").notNull(),
  digest: text().notNull(),
  fileId: uuid("file_id").notNull(),
});

/** A sample of a population, which its seed draws again. */
export const assuranceSample = pgTable("assurance_sample", {
  ...own,
  auditId: uuid("audit_id").notNull(),
  populationId: uuid("population_id").notNull(),
  method: text({ enum: ["random", "strata", "units"] }).notNull(),
  seed: text().notNull(),
  size: integer().notNull(),
  confidence: integer().notNull(),
  facts: jsonb().$type<SampleFacts>().notNull(),
  drawnAt: instant("drawn_at").notNull().defaultNow(),
  drawnBy: uuid("drawn_by").notNull(),
});

/** A drawn record, and what its examination found. */
export const assuranceItem = pgTable("assurance_item", {
  ...own,
  auditId: uuid("audit_id").notNull(),
  sampleId: uuid("sample_id").notNull(),
  place: integer().notNull(),
  recordId: uuid("record_id").notNull(),
  number: text().notNull(),
  cents: cents("cents").notNull(),
  certain: boolean().notNull().default(false),
  stratum: integer().notNull().default(0),
  result: text({ enum: ["pass", "exception", "not_applicable"] }),
  auditedCents: cents("audited_cents"),
  said: text().notNull().default(""),
  testedBy: uuid("tested_by"),
  testedAt: instant("tested_at"),
});

/** That something is asked of somebody by a day; what it is stands apart. */
export const assuranceRequest = pgTable("assurance_request", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("asked"),
  auditId: uuid("audit_id").notNull(),
  ownerId: uuid("owner_id").notNull(),
  ownerName: text("owner_name").notNull(),
  dueOn: day("due_on").notNull(),
  asked: integer().notNull().default(1),
  deliveredOn: day("delivered_on"),
  ...kept,
});

/** What is asked and answered: the team's and the owner's. */
export const assuranceRequestWords = pgTable("assurance_request_words", {
  ...own,
  auditId: uuid("audit_id").notNull(),
  ownerId: uuid("owner_id").notNull(),
  item: text().notNull(),
  answer: text().notNull().default(""),
  again: text().notNull().default(""),
});

/** What an audit, a control, a review or an outside report found. */
export const assuranceFinding = pgTable("assurance_finding", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  auditId: uuid("audit_id"),
  source: text({ enum: ["audit", "control", "desk_review", "outside"] }).notNull(),
  sourceId: uuid("source_id"),
  sourceNumber: text("source_number").notNull().default(""),
  reference: text().notNull().default(""),
  title: text().notNull(),
  severity: text({ enum: ["deficiency", "significant", "material"] }).notNull(),
  words: jsonb().$type<FindingWords>().notNull(),
  questioned: jsonb().$type<Questioned[]>().notNull().default([]),
  knownCents: cents("known_cents").notNull().default(0),
  likelyCents: cents("likely_cents").notNull().default(0),
  repeatsId: uuid("repeats_id"),
  firstYear: integer("first_year").notNull(),
  responderId: uuid("responder_id").notNull(),
  responderName: text("responder_name").notNull(),
  response: jsonb().$type<Response>(),
  recount: jsonb().$type<Recount>(),
  schedule: jsonb().$type<Schedule>(),
  openedOn: day("opened_on").notNull(),
  respondedOn: day("responded_on"),
  closedOn: day("closed_on"),
  authorId: uuid("author_id").notNull(),
  recurrences: integer().notNull().default(0),
  ...kept,
});

/** An edition of a standard, as it was taken in. */
export const assuranceStandard = pgTable("assurance_standard", {
  ...own,
  name: text().notNull(),
  edition: text().notNull(),
  source: text().notNull().default(""),
  format: text({ enum: ["oscal", "csv", "shipped"] }).notNull(),
  digest: text().notNull(),
  report: jsonb().$type<StandardReport>().notNull(),
  takenBy: uuid("taken_by"),
  takenAt: instant("taken_at").notNull().defaultNow(),
});

/** A clause of an edition, behind its parent. */
export const assuranceClause = pgTable("assurance_clause", {
  ...own,
  standardId: uuid("standard_id").notNull(),
  parentId: uuid("parent_id"),
  place: integer().notNull(),
  kind: text({ enum: ["group", "clause"] }).notNull(),
  number: text().notNull(),
  title: text().notNull(),
  text: text().notNull().default(""),
  class: text().notNull().default(""),
  withdrawn: boolean().notNull().default(false),
  more: jsonb().$type<ReadClause["more"]>().notNull(),
});

/** What proves a clause. */
export const assuranceTie = pgTable("assurance_tie", {
  ...own,
  clauseId: uuid("clause_id").notNull(),
  kind: text({ enum: ["control", "policy", "checklist", "course", "audit"] }).notNull(),
  targetId: uuid("target_id").notNull(),
  tiedBy: uuid("tied_by").notNull(),
  tiedAt: instant("tied_at").notNull().defaultNow(),
});
