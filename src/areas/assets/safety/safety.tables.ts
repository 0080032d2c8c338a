import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { CountEnd, SpanBasis, SpanKind } from "./days.labels.ts";
import type { Outcome, SafetyKind, SafetyStatus, Severity } from "./safety.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const safetyEstablishment = pgTable("safety_establishment", {
  ...own,
  name: text().notNull(),
  company: text().notNull().default(""),
  street: text().notNull().default(""),
  city: text().notNull().default(""),
  state: text().notNull().default(""),
  zip: text().notNull().default(""),
  ein: text().notNull().default(""),
  naics: text().notNull().default(""),
  industry: text().notNull().default(""),
  kind: integer().$type<1 | 2 | 3>().notNull().default(3),
  active: boolean().notNull().default(true),
  ...kept,
});

export const safetyYear = pgTable("safety_year", {
  ...own,
  establishmentId: uuid("establishment_id").notNull(),
  year: integer().notNull(),
  averageEmployees: integer("average_employees"),
  hoursWorked: integer("hours_worked"),
  executiveName: text("executive_name").notNull().default(""),
  executiveTitle: text("executive_title").notNull().default(""),
  executivePhone: text("executive_phone").notNull().default(""),
  certifiedBy: uuid("certified_by"),
  certifiedOn: day("certified_on"),
  postedOn: day("posted_on"),
  removedOn: day("removed_on"),
  sentOn: day("sent_on"),
  changeReason: text("change_reason").notNull().default(""),
  ...kept,
});

export const safetyCase = pgTable("safety_case", {
  ...own,
  number: text().notNull(),
  status: text().$type<SafetyStatus>().notNull().default("reported"),
  kind: text().$type<SafetyKind>().notNull(),
  title: text().notNull(),
  happenedAt: instant("happened_at").notNull(),
  happenedOn: day("happened_on").notNull(),
  reportedOn: day("reported_on").notNull(),
  reportedBy: uuid("reported_by"),
  placeId: uuid("place_id"),
  location: text().notNull().default(""),
  assetId: uuid("asset_id"),
  departmentId: uuid("department_id"),
  establishmentId: uuid("establishment_id"),
  hazard: text().notNull().default(""),
  severe: text().$type<Severity>(),
  severeKnownAt: instant("severe_known_at"),
  severeToldAt: instant("severe_told_at"),
  severeToldTo: text("severe_told_to").notNull().default(""),
  finding: text().notNull().default(""),
  recordable: boolean(),
  outcome: text().$type<Outcome>(),
  injuryType: integer("injury_type"),
  privacy: boolean().notNull().default(false),
  daysAway: integer("days_away").notNull().default(0),
  daysRestricted: integer("days_restricted").notNull().default(0),
  workWeekdays: integer("work_weekdays").array().notNull().default([1, 2, 3, 4, 5]),
  countEndedOn: day("count_ended_on"),
  countEndedWhy: text("count_ended_why").$type<CountEnd>(),
  classifiedBy: uuid("classified_by"),
  classifiedOn: day("classified_on"),
  workOrderId: uuid("work_order_id"),
  statusReason: text("status_reason"),
  ...kept,
});

export const safetyPrivate = pgTable("safety_private", {
  ...own,
  sealed: text().notNull(),
  ...kept,
});

export const safetyAnswer = pgTable("safety_answer", {
  ...own,
  caseId: uuid("case_id").notNull(),
  question: text().notNull(),
  answer: boolean().notNull(),
  reason: text().notNull().default(""),
  citation: text().notNull(),
  answeredBy: uuid("answered_by"),
  answeredAt: instant("answered_at").notNull().defaultNow(),
});

export const safetySpan = pgTable("safety_span", {
  ...own,
  caseId: uuid("case_id").notNull(),
  kind: text().$type<SpanKind>().notNull(),
  fromDay: day("from_day").notNull(),
  toDay: day("to_day"),
  basis: text().$type<SpanBasis>().notNull(),
  sealed: text(),
  enteredBy: uuid("entered_by"),
  ...kept,
});
