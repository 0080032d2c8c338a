import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { EhpAnswers, Measure, Statement } from "./considerations/considerations.labels.ts";
import type { Category, PaySort } from "./law/categories.labels.ts";
import type { Recurrence } from "./law/benefit.model.ts";
import type { PriceBasis } from "./item/item.labels.ts";
import type { HourPart } from "./law/labor.model.ts";
import type { OvertimeAnswer } from "./schedule/schedule.labels.ts";
import type { Size } from "./law/share.model.ts";
import type { DamageStatus } from "./damage/damage.labels.ts";
import type { DeclarationStatus } from "./declaration/declaration.labels.ts";
import type { MitigationStatus, Program } from "./mitigation/mitigation.labels.ts";
import type { ProjectStatus } from "./project/project.labels.ts";
import type { AppealLevel, AppealStatus } from "./question/appeal.labels.ts";
import type { RequestStatus } from "./request/request.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const made = {
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
};

export const paThreshold = pgTable("pa_threshold", {
  ...own,
  fiscalYear: integer("fiscal_year").notNull(),
  minimumCents: cents("minimum_cents").notNull(),
  largeCents: cents("large_cents").notNull(),
  source: text().notNull(),
  verified: boolean().notNull().default(false),
  ...made,
});

export const paDeclaration = pgTable("pa_declaration", {
  ...own,
  number: text().notNull(),
  status: text().$type<DeclarationStatus>().notNull().default("declared"),
  incidentId: uuid("incident_id"),
  title: text().notNull(),
  state: text().notNull(),
  declaredOn: day("declared_on").notNull(),
  periodFrom: day("period_from").notNull(),
  periodTo: day("period_to"),
  fiscalYear: integer("fiscal_year").notNull(),
  guideVersion: text("guide_version").notNull().default(""),
  rural: boolean().notNull().default(false),
  payPolicy: text("pay_policy").notNull().default(""),
  payPolicyOn: day("pay_policy_on"),
  payPolicyContingent: boolean("pay_policy_contingent").notNull().default(false),
  minimumCents: cents("minimum_cents"),
  largeCents: cents("large_cents"),
  thresholdSource: text("threshold_source"),
  ownerId: uuid("owner_id"),
  statusReason: text("status_reason"),
  ...kept,
});

export const paArea = pgTable("pa_area", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  county: text().notNull(),
  categories: text().array().notNull(),
  designatedOn: day("designated_on").notNull(),
});

export const paShare = pgTable("pa_share", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  categories: text().array().notNull(),
  fromDay: day("from_day").notNull(),
  toDay: day("to_day"),
  rate: integer().notNull(),
  source: text().notNull(),
});

export const paAmendment = pgTable("pa_amendment", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  amendmentNo: integer("amendment_no").notNull(),
  amendedOn: day("amended_on").notNull(),
  source: text().notNull(),
  changes: jsonb().$type<string[]>().notNull(),
  ...made,
});

export const paPaper = pgTable("pa_paper", {
  ...own,
  declarationId: uuid("declaration_id").notNull(),
  key: text().notNull(),
  title: text().notNull(),
  dueOn: day("due_on"),
  citation: text().notNull().default(""),
  doneOn: day("done_on"),
  doneBy: uuid("done_by"),
  note: text().notNull().default(""),
  place: integer().notNull(),
  version: integer().notNull().default(1),
});

export const paProject = pgTable("pa_project", {
  ...own,
  number: text().notNull(),
  status: text().$type<ProjectStatus>().notNull().default("formulation"),
  declarationId: uuid("declaration_id").notNull(),
  pwNumber: text("pw_number").notNull().default(""),
  title: text().notNull(),
  category: text().$type<Category>().notNull(),
  scope: text().notNull().default(""),
  mitigation: text().notNull().default(""),
  ehp: text().notNull().default(""),
  ehpAnswers: jsonb("ehp_answers").$type<EhpAnswers>().notNull().default({}),
  mitigationStatement: text("mitigation_statement").$type<Statement>(),
  mitigationMeasures: jsonb("mitigation_measures").$type<Measure[]>().notNull().default([]),
  insuranceCents: cents("insurance_cents").notNull().default(0),
  insuranceActual: boolean("insurance_actual").notNull().default(false),
  estimateCents: cents("estimate_cents").notNull().default(0),
  size: text().$type<Size>(),
  sizeSource: text("size_source"),
  workUntil: day("work_until").notNull(),
  ownerId: uuid("owner_id"),
  statusReason: text("status_reason"),
  ...kept,
});

export const paScopeLine = pgTable("pa_scope_line", {
  ...own,
  projectId: uuid("project_id").notNull(),
  lineNo: integer("line_no").notNull(),
  description: text().notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull(),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  cents: cents("cents").notNull(),
});

export const paObligation = pgTable("pa_obligation", {
  ...own,
  projectId: uuid("project_id").notNull(),
  versionNo: integer("version_no").notNull(),
  cents: cents("cents").notNull(),
  obligatedOn: day("obligated_on").notNull(),
  document: text().notNull(),
  ...made,
});

export const paDamage = pgTable("pa_damage", {
  ...own,
  number: text().notNull(),
  status: text().$type<DamageStatus>().notNull().default("reported"),
  declarationId: uuid("declaration_id").notNull(),
  projectId: uuid("project_id"),
  title: text().notNull(),
  location: text().notNull(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  category: text().$type<Category>().notNull(),
  cause: text().notNull(),
  occurredOn: day("occurred_on").notNull(),
  responsibility: text().notNull().default(""),
  dimensions: text().notNull().default(""),
  estimateCents: cents("estimate_cents").notNull().default(0),
  insured: boolean().notNull().default(false),
  floodZone: boolean("flood_zone").notNull().default(false),
  otherAgency: text("other_agency").notNull().default(""),
  inspectedBy: uuid("inspected_by"),
  inspectedOn: day("inspected_on"),
  reportedBy: uuid("reported_by"),
  duplicateOf: uuid("duplicate_of"),
  statusReason: text("status_reason"),
  ...kept,
});

export const paRequest = pgTable("pa_request", {
  ...own,
  number: text().notNull(),
  status: text().$type<RequestStatus>().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  total: cents("total").notNull().default(0),
  insured: cents("insured").notNull().default(0),
  federal: cents("federal").notNull().default(0),
  match: cents("match").notNull().default(0),
  uncovered: cents("uncovered").notNull().default(0),
  preparedBy: uuid("prepared_by"),
  certifiedBy: uuid("certified_by"),
  certifiedAt: instant("certified_at"),
  certificate: text(),
  digest: text(),
  reference: text().notNull().default(""),
  submittedOn: day("submitted_on"),
  paidOn: day("paid_on"),
  paidCents: cents("paid_cents"),
  statusReason: text("status_reason"),
  ...kept,
});

export const paItem = pgTable("pa_item", {
  ...own,
  projectId: uuid("project_id").notNull(),
  kind: text({ enum: ["cost", "labor", "equipment", "material"] }).notNull(),
  costLineId: uuid("cost_line_id"),
  workHourId: uuid("work_hour_id"),
  /** Of a material: the line of the issue from the stores, and how much of it was used where. */
  stockLineId: uuid("stock_line_id"),
  quantity: numeric({ precision: 18, scale: 4 }),
  unit: text().notNull().default(""),
  site: text().notNull().default(""),
  basis: text().$type<PriceBasis>(),
  label: text().notNull(),
  person: text().notNull().default(""),
  dayFrom: day("day_from").notNull(),
  dayTo: day("day_to").notNull(),
  minutes: integer().notNull().default(0),
  pay: text().$type<PaySort>(),
  cents: cents("cents").notNull(),
  eligible: boolean().notNull(),
  rule: text().notNull(),
  citation: text().notNull().default(""),
  requestId: uuid("request_id"),
  insured: cents("insured").notNull().default(0),
  federal: cents("federal").notNull().default(0),
  match: cents("match").notNull().default(0),
  waitsBecause: text("waits_because"),
  rateCents: cents("rate_cents"),
  benefitCents: cents("benefit_cents"),
  part: text().$type<HourPart>().notNull().default("whole"),
  asked: text(),
  answer: text().$type<OvertimeAnswer>(),
  answerReason: text("answer_reason"),
  answeredBy: uuid("answered_by"),
  answeredAt: instant("answered_at"),
  assignedBy: uuid("assigned_by"),
  ...kept,
});

export const paQuestion = pgTable("pa_question", {
  ...own,
  number: text().notNull(),
  status: text({ enum: ["open", "answered"] })
    .notNull()
    .default("open"),
  declarationId: uuid("declaration_id").notNull(),
  projectId: uuid("project_id"),
  askedBy: text("asked_by").notNull(),
  askedOn: day("asked_on").notNull(),
  dueOn: day("due_on").notNull(),
  question: text().notNull(),
  answer: text().notNull().default(""),
  answeredOn: day("answered_on"),
  answeredBy: uuid("answered_by"),
  delivery: text().notNull().default(""),
  earlierId: uuid("earlier_id"),
  ...kept,
});

export const paAppeal = pgTable("pa_appeal", {
  ...own,
  number: text().notNull(),
  status: text().$type<AppealStatus>().notNull().default("determined"),
  projectId: uuid("project_id").notNull(),
  level: text().$type<AppealLevel>().notNull(),
  subject: text().notNull(),
  disputedCents: cents("disputed_cents").notNull(),
  determinedOn: day("determined_on").notNull(),
  sentOn: day("sent_on"),
  receivedOn: day("received_on"),
  fileBy: day("file_by"),
  forwardBy: day("forward_by"),
  citation: text().notNull(),
  filedOn: day("filed_on"),
  forwardedOn: day("forwarded_on"),
  decidedOn: day("decided_on"),
  argument: text().notNull().default(""),
  earlierId: uuid("earlier_id"),
  ownerId: uuid("owner_id"),
  statusReason: text("status_reason"),
  ...kept,
});

export const paMitigation = pgTable("pa_mitigation", {
  ...own,
  number: text().notNull(),
  status: text().$type<MitigationStatus>().notNull().default("draft"),
  program: text().$type<Program>().notNull(),
  opportunity: text().notNull().default(""),
  declarationId: uuid("declaration_id"),
  title: text().notNull(),
  problem: text().notNull(),
  alternatives: text().notNull().default(""),
  costCents: cents("cost_cents").notNull(),
  maintenanceCents: cents("maintenance_cents").notNull().default(0),
  usefulYears: integer("useful_years").notNull(),
  ratePercent: numeric("rate_percent", { precision: 6, scale: 3 }).notNull(),
  recurrences: jsonb().$type<Recurrence[]>().notNull(),
  preparedBy: uuid("prepared_by"),
  statusReason: text("status_reason"),
  ...kept,
});

export const femaImport = pgTable("fema_import", {
  ...own,
  kind: text({ enum: ["declarations", "equipment"] }).notNull(),
  name: text().notNull(),
  sha256: text().notNull(),
  dataAsOf: day("data_as_of").notNull(),
  rowsRead: integer("rows_read").notNull(),
  rowsTaken: integer("rows_taken").notNull(),
  odd: jsonb().$type<{ row: number; why: string }[]>().notNull().default([]),
  importedBy: uuid("imported_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const femaEquipmentRate = pgTable("fema_equipment_rate", {
  ...own,
  importId: uuid("import_id").notNull(),
  fromDay: day("from_day").notNull(),
  code: text().notNull(),
  equipment: text().notNull(),
  specification: text().notNull().default(""),
  unit: text({ enum: ["hour", "mile"] }).notNull(),
  cents: cents("cents").notNull(),
});

export const femaUnitCode = pgTable("fema_unit_code", {
  orgId: uuid("org_id").notNull(),
  assetClassId: uuid("asset_class_id").notNull(),
  code: text().notNull(),
});

export const femaAssetCode = pgTable("fema_asset_code", {
  orgId: uuid("org_id").notNull(),
  assetId: uuid("asset_id").notNull(),
  code: text().notNull(),
  size: text().notNull(),
  namedBy: uuid("named_by"),
  namedAt: instant("named_at").notNull().defaultNow(),
});
