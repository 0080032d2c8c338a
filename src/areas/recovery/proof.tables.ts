import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { BenefitLine } from "./benefit/benefit.labels.ts";
import type { Paper } from "./bundle/bundle.labels.ts";
import type { ExtensionStatus } from "./extension/extension.labels.ts";
import type { BuildingKind, FloodZone } from "./law/flood.data.ts";
import type { LetterKind, LetterSender } from "./question/appeal.labels.ts";
import type { Shift } from "./law/schedule.model.ts";
import type { Employment } from "./schedule/schedule.labels.ts";
import type { Refusal } from "./timesheet/timesheet.model.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const createdAt = instant("created_at").notNull().defaultNow();
const made = { createdBy: uuid("created_by"), createdAt };

export const paPayPolicy = pgTable("pa_pay_policy", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  laborClassId: uuid("labor_class_id").notNull(),
  title: text().notNull(),
  adoptedOn: day("adopted_on").notNull(),
  contingent: boolean().notNull().default(false),
  ...made,
});

export const paWorkSchedule = pgTable("pa_work_schedule", {
  ...own,
  personId: uuid("person_id").notNull(),
  fromDay: day("from_day").notNull(),
  toDay: day("to_day"),
  employment: text().$type<Employment>().notNull(),
  replacesId: uuid("replaces_id"),
  shifts: jsonb().$type<Shift[]>().notNull(),
  source: text().notNull(),
  ...made,
});

export const paTimesheet = pgTable("pa_timesheet", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  name: text().notNull(),
  sha256: text().notNull(),
  layout: text({ enum: ["days", "form"] }).notNull(),
  rowsRead: integer("rows_read").notNull(),
  rowsTaken: integer("rows_taken").notNull(),
  rowsKnown: integer("rows_known").notNull(),
  minutesRead: integer("minutes_read").notNull(),
  minutesTaken: integer("minutes_taken").notNull(),
  refused: jsonb().$type<Refusal[]>().notNull().default([]),
  asked: jsonb().$type<Refusal[]>().notNull().default([]),
  importedBy: uuid("imported_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const paBundle = pgTable("pa_bundle", {
  ...own,
  requestId: uuid("request_id").notNull(),
  sources: text(),
  papers: jsonb().$type<Paper[]>(),
  attestedAt: instant("attested_at"),
  attestedEntry: uuid("attested_entry"),
  ledgerSize: bigint("ledger_size", { mode: "number" }),
  fileId: uuid("file_id"),
  sha256: text(),
  size: bigint({ mode: "number" }),
  manifest: text(),
  files: integer(),
  entries: integer(),
  cents: bigint({ mode: "number" }),
  requestedBy: uuid("requested_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const paBenefitSheet = pgTable("pa_benefit_sheet", {
  ...own,
  laborClassId: uuid("labor_class_id").notNull(),
  fromDay: day("from_day").notNull(),
  regularWage: cents("regular_wage").notNull(),
  overtimeWage: cents("overtime_wage").notNull(),
  premiumWage: cents("premium_wage"),
  benefits: jsonb().$type<BenefitLine[]>().notNull(),
  source: text().notNull(),
  ...made,
});

export const paDonation = pgTable("pa_donation", {
  ...own,
  projectId: uuid("project_id").notNull(),
  donor: text().notNull(),
  workedOn: day("worked_on").notNull(),
  site: text().notNull(),
  skill: text().notNull(),
  minutes: integer().notNull(),
  rateCents: cents("rate_cents").notNull(),
  rateBasis: text("rate_basis").notNull(),
  signInFileId: uuid("sign_in_file_id").notNull(),
  cents: cents("cents").notNull(),
  recordedBy: uuid("recorded_by"),
  createdAt,
});

export const paMutualAid = pgTable("pa_mutual_aid", {
  ...own,
  projectId: uuid("project_id").notNull(),
  costLineId: uuid("cost_line_id").notNull(),
  provider: text().notNull(),
  agreement: text().notNull(),
  agreedOn: day("agreed_on").notNull(),
  agreementFileId: uuid("agreement_file_id").notNull(),
  recordedBy: uuid("recorded_by"),
  createdAt,
});

export const paAward = pgTable("pa_award", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  listing: text({ enum: ["97.036", "97.039"] }).notNull(),
  awardId: uuid("award_id").notNull(),
  ...made,
});

export const paInsurance = pgTable("pa_insurance", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  policy: text().notNull(),
  insurer: text().notNull(),
  lossCents: cents("loss_cents").notNull(),
  deductibleCents: cents("deductible_cents").notNull(),
  limitCents: cents("limit_cents").notNull(),
  floodCents: cents("flood_cents").notNull().default(0),
  anticipatedCents: cents("anticipated_cents").notNull(),
  actualCents: cents("actual_cents"),
  settledOn: day("settled_on"),
  document: text().notNull().default(""),
  version: integer().notNull().default(1),
  recordedBy: uuid("recorded_by"),
  createdAt,
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const paInsuranceShare = pgTable("pa_insurance_share", {
  ...own,
  insuranceId: uuid("insurance_id").notNull(),
  projectId: uuid("project_id").notNull(),
  cents: cents("cents").notNull(),
});

export const femaPublished = pgTable("fema_published", {
  ...own,
  dataset: text({ enum: ["declarations", "projects", "mitigation"] }).notNull(),
  key: text().notNull(),
  number: text().notNull(),
  state: text().notNull().default(""),
  area: text().notNull().default(""),
  title: text().notNull().default(""),
  category: text().notNull().default(""),
  status: text().notNull().default(""),
  day: day(),
  endsOn: day("ends_on"),
  cents: cents("cents"),
  federalCents: cents("federal_cents"),
  identifier: text().notNull().default(""),
  programYear: integer("program_year"),
  sharePercent: doublePrecision("share_percent"),
  ratio: doublePrecision(),
  benefitCents: cents("benefit_cents"),
  readAt: instant("read_at").notNull().defaultNow(),
});

export const paExtension = pgTable("pa_extension", {
  ...own,
  number: text().notNull(),
  status: text().$type<ExtensionStatus>().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  until: day().notNull(),
  decider: text({ enum: ["recipient", "fema"] }).notNull(),
  reason: text().notNull(),
  progress: text().notNull(),
  timeline: text().notNull(),
  sentOn: day("sent_on"),
  decidedOn: day("decided_on"),
  document: text().notNull().default(""),
  preparedBy: uuid("prepared_by"),
  statusReason: text("status_reason"),
  version: integer().notNull().default(1),
  createdAt,
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const paFloodBuilding = pgTable("pa_flood_building", {
  ...own,
  projectId: uuid("project_id").notNull(),
  name: text().notNull(),
  kind: text().$type<BuildingKind>().notNull(),
  zone: text().$type<FloodZone>().notNull(),
  identifiedOn: day("identified_on"),
  panel: text().notNull(),
  buildingValue: cents("building_value").notNull(),
  contentsValue: cents("contents_value").notNull(),
  buildingDamage: cents("building_damage").notNull(),
  contentsDamage: cents("contents_damage").notNull(),
  insuranceId: uuid("insurance_id"),
  removedBecause: text("removed_because"),
  version: integer().notNull().default(1),
  recordedBy: uuid("recorded_by"),
  createdAt,
});

export const paMitigationLetter = pgTable("pa_mitigation_letter", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  kind: text({ enum: ["estimate", "extension"] }).notNull(),
  datedOn: day("dated_on").notNull(),
  assistanceCents: cents("assistance_cents"),
  enhanced: boolean(),
  untilOn: day("until_on"),
  document: text().notNull(),
  recordedBy: uuid("recorded_by"),
  createdAt,
});

export const paAppealLetter = pgTable("pa_appeal_letter", {
  ...own,
  appealId: uuid("appeal_id").notNull(),
  kind: text().$type<LetterKind>().notNull(),
  sender: text().$type<LetterSender>().notNull(),
  datedOn: day("dated_on").notNull(),
  sentOn: day("sent_on"),
  receivedOn: day("received_on"),
  dueOn: day("due_on"),
  answeredOn: day("answered_on"),
  subject: text().notNull(),
  recordedBy: uuid("recorded_by"),
  createdAt,
});
