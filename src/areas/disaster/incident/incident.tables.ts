import {
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
import type { Area } from "#kernel/geo/area.ts";
import type { ObservationKind } from "../after/observation.labels.ts";
import type { Category, RequestSource, RequestStatus } from "../request/request.labels.ts";
import type { RiskStatus } from "../risk/risk.labels.ts";
import type { Standing } from "../situation/situation.model.ts";
import type { SiteKind, SiteStatus } from "../site/site.labels.ts";
import type { SupplyAnswer } from "../supply/question.labels.ts";
import type {
  IncidentStatus,
  LogKind,
  PlanStatus,
  ReleaseStatus,
  Section,
} from "./incident.labels.ts";
import type { PlanForms } from "./plan-forms.model.ts";
import type { FrozenPlan } from "./plan.model.ts";
import type { PositionKind } from "./position.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const ofIncident = { ...own, incidentId: uuid("incident_id").notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const incident = pgTable("incident", {
  ...own,
  number: text().notNull(),
  status: text().$type<IncidentStatus>().notNull().default("monitoring"),
  title: text().notNull(),
  kind: text().notNull(),
  exercise: boolean().notNull().default(false),
  level: integer(),
  cause: text().notNull().default(""),
  areaText: text("area_text").notNull().default(""),
  area: jsonb().$type<Area>().notNull(),
  beginsOn: day("begins_on").notNull(),
  endsOn: day("ends_on"),
  federalNumbers: text("federal_numbers").array().notNull().default([]),
  declarationId: uuid("declaration_id"),
  accountStringId: uuid("account_string_id"),
  departmentId: uuid("department_id"),
  alertId: uuid("alert_id"),
  lessons: text().notNull().default(""),
  statusReason: text("status_reason"),
  ...kept,
});
export const incidentPosition = pgTable("incident_position", {
  ...ofIncident,
  parentId: uuid("parent_id"),
  code: text().notNull(),
  title: text().notNull(),
  section: text().$type<Section>().notNull(),
  place: integer().notNull(),
  kind: text().$type<PositionKind>().notNull().default("position"),
  addedBy: uuid("added_by"),
  closedAt: instant("closed_at"),
});
export const incidentHolding = pgTable("incident_holding", {
  ...own,
  positionId: uuid("position_id").notNull(),
  personId: uuid("person_id").notNull(),
  fromAt: instant("from_at").notNull(),
  toAt: instant("to_at"),
  handover: text().notNull().default(""),
});
export const incidentPeriod = pgTable("incident_period", {
  ...ofIncident,
  periodNo: integer("period_no").notNull(),
  fromAt: instant("from_at").notNull(),
  toAt: instant("to_at").notNull(),
});
export const incidentObjective = pgTable("incident_objective", {
  ...ofIncident,
  objective: text().notNull(),
  fromPeriod: integer("from_period").notNull(),
  untilPeriod: integer("until_period"),
  outcome: text().$type<"met" | "dropped">(),
});
export const incidentPlan = pgTable("incident_plan", {
  ...ofIncident,
  periodId: uuid("period_id").notNull(),
  number: text().notNull(),
  status: text().$type<PlanStatus>().notNull().default("draft"),
  weather: text().notNull().default(""),
  safety: text().notNull().default(""),
  communications: text().notNull().default(""),
  medical: text().notNull().default(""),
  forms: jsonb().$type<Partial<PlanForms>>().notNull().default({}),
  preparedBy: uuid("prepared_by"),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  frozen: jsonb().$type<FrozenPlan>(),
  sha256: text(),
  ...kept,
});
export const incidentLog = pgTable("incident_log", {
  ...ofIncident,
  happenedAt: instant("happened_at").notNull(),
  enteredAt: instant("entered_at").notNull().defaultNow(),
  enteredBy: uuid("entered_by"),
  kind: text().$type<LogKind>().notNull(),
  entry: text().notNull(),
  correctsId: uuid("corrects_id"),
});
export const incidentRequest = pgTable("incident_request", {
  ...ofIncident,
  number: text().notNull(),
  status: text().$type<RequestStatus>().notNull().default("draft"),
  title: text().notNull(),
  priority: text().$type<"urgent" | "routine" | "low">().notNull(),
  need: text().notNull(),
  category: text().$type<Category>(),
  deliverTo: text("deliver_to").notNull().default(""),
  neededAt: instant("needed_at").notNull(),
  exigency: text().notNull().default(""),
  requestedBy: uuid("requested_by"),
  sectionBy: uuid("section_by"),
  financeBy: uuid("finance_by"),
  requisitionId: uuid("requisition_id"),
  statusReason: text("status_reason"),
  ...kept,
});
export const incidentRequestLine = pgTable("incident_request_line", {
  ...own,
  requestId: uuid("request_id").notNull(),
  lineNo: integer("line_no").notNull(),
  description: text().notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  unit: text().notNull(),
  unitPrice: numeric("unit_price", { precision: 18, scale: 4 }).notNull(),
  source: text().$type<RequestSource>(),
  supplier: text().notNull().default(""),
  giverId: uuid("giver_id"),
  givenBy: uuid("given_by"),
  givenAt: instant("given_at"),
  givenNote: text("given_note").notNull().default(""),
  requisitionLineId: uuid("requisition_line_id"),
  purchaseOrderId: uuid("purchase_order_id"),
  /** Of own stock that the stores keep: what they hold for it, then the number of the issue. */
  fromStores: boolean("from_stores").notNull().default(false),
  stockRef: text("stock_ref"),
});
export const incidentRelease = pgTable("incident_release", {
  ...ofIncident,
  number: text().notNull(),
  status: text().$type<ReleaseStatus>().notNull().default("draft"),
  title: text().notNull(),
  body: text().notNull(),
  authorId: uuid("author_id"),
  approvedBy: uuid("approved_by"),
  publishedAt: instant("published_at"),
  supersedesId: uuid("supersedes_id"),
  ...kept,
});
export const incidentSituation = pgTable("incident_situation", {
  ...ofIncident,
  number: text().notNull(),
  asOf: instant("as_of").notNull(),
  summary: text().notNull(),
  lifelines: jsonb().$type<readonly Standing[]>().notNull(),
  preparedBy: uuid("prepared_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
export const incidentObservation = pgTable("incident_observation", {
  ...ofIncident,
  kind: text().$type<ObservationKind>().notNull(),
  observed: text().notNull(),
  recommendation: text().notNull().default(""),
  ownerId: uuid("owner_id"),
  dueOn: day("due_on"),
  taskId: uuid("task_id"),
  writtenBy: uuid("written_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
export const incidentSite = pgTable("incident_site", {
  ...ofIncident,
  kind: text().$type<SiteKind>().notNull(),
  name: text().notNull(),
  address: text().notNull().default(""),
  hours: text().notNull().default(""),
  about: text().notNull().default(""),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  status: text().$type<SiteStatus>().notNull().default("draft"),
  writtenBy: uuid("written_by"),
  publishedBy: uuid("published_by"),
  publishedAt: instant("published_at"),
  statusReason: text("status_reason"),
  ...kept,
});
export const supplyQuestion = pgTable("supply_question", {
  ...own,
  vendorId: uuid("vendor_id").notNull(),
  alertId: uuid("alert_id"),
  orderIds: uuid("order_ids").array().notNull(),
  orders: text().notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedAt: instant("asked_at").notNull().defaultNow(),
  endsAt: instant("ends_at").notNull(),
  answer: text().$type<SupplyAnswer>(),
  answeredAt: instant("answered_at"),
});
export const risk = pgTable("risk", {
  ...own,
  number: text().notNull(),
  status: text().$type<RiskStatus>().notNull().default("identified"),
  title: text().notNull(),
  description: text().notNull(),
  publicText: text("public_text").notNull().default(""),
  published: boolean().notNull().default(false),
  ownerId: uuid("owner_id").notNull(),
  reviewOn: day("review_on").notNull(),
  likelihood: integer(),
  impact: integer(),
  residualLikelihood: integer("residual_likelihood"),
  residualImpact: integer("residual_impact"),
  target: integer().notNull().default(6),
  treatment: text().notNull().default(""),
  assessedBy: uuid("assessed_by"),
  acceptedBy: uuid("accepted_by"),
  incidentId: uuid("incident_id"),
  statusReason: text("status_reason"),
  ...kept,
});
