import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Criterion, Funding, Phase } from "./request/request.model.ts";
import type { Ceiling, PlanAnswer, PlanCase, Pin } from "./scenario/case.model.ts";

const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const capitalCriteria = pgTable("capital_criteria", {
  ...ids,
  versionNo: integer("version_no").notNull(),
  items: jsonb().$type<Criterion[]>().notNull(),
  publishedBy: uuid("published_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const capitalSource = pgTable("capital_source", {
  ...ids,
  code: text().notNull(),
  name: text().notNull(),
  fundId: uuid("fund_id").notNull(),
  active: boolean().notNull().default(true),
});

export const capitalRequest = pgTable("capital_request", {
  ...ids,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  title: text().notNull(),
  description: text().notNull().default(""),
  departmentId: uuid("department_id").notNull(),
  accountId: uuid("account_id").notNull(),
  earliest: integer().notNull(),
  latest: integer().notNull(),
  needBy: integer("need_by"),
  condition: text({ enum: ["none", "good", "fair", "poor", "failing"] })
    .notNull()
    .default("none"),
  waitingCents: bigint("waiting_cents", { mode: "number" }).notNull().default(0),
  phases: jsonb().$type<Phase[]>().notNull(),
  funding: jsonb().$type<Funding[]>().notNull(),
  operatingCents: bigint("operating_cents", { mode: "number" }).notNull().default(0),
  latitude: numeric(),
  longitude: numeric(),
  requires: jsonb().$type<string[]>().notNull().default([]),
  excludes: jsonb().$type<string[]>().notNull().default([]),
  score: integer(),
  projectId: uuid("project_id"),
  requestedBy: uuid("requested_by"),
  statusReason: text("status_reason").notNull().default(""),
  ...kept,
});

export const capitalScore = pgTable("capital_score", {
  ...ids,
  requestId: uuid("request_id").notNull(),
  personId: uuid("person_id").notNull(),
  criteriaId: uuid("criteria_id").notNull(),
  points: jsonb().$type<Record<string, number>>().notNull(),
  score: integer().notNull(),
  note: text().notNull().default(""),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const capitalScenario = pgTable("capital_scenario", {
  ...ids,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  name: text().notNull(),
  firstYear: integer("first_year").notNull(),
  years: integer().notNull(),
  ceilings: jsonb().$type<Ceiling[]>().notNull(),
  pins: jsonb().$type<Pin[]>().notNull().default([]),
  bars: jsonb().$type<string[]>().notNull().default([]),
  waitPercent: integer("wait_percent").notNull().default(3),
  latePercent: integer("late_percent").notNull().default(20),
  question: jsonb().$type<PlanCase>(),
  answer: jsonb().$type<PlanAnswer>(),
  madeBy: uuid("made_by"),
  solvedAt: instant("solved_at"),
  decidedOn: day("decided_on"),
  resolution: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  adoptedAt: instant("adopted_at"),
  ...kept,
});

export const capitalPlanItem = pgTable("capital_plan_item", {
  ...ids,
  scenarioId: uuid("scenario_id").notNull(),
  requestId: uuid("request_id").notNull(),
  projectId: uuid("project_id").notNull(),
  number: text().notNull(),
  title: text().notNull(),
  department: text().notNull(),
  startYear: integer("start_year").notNull(),
  payments: jsonb().$type<{ year: number; source: string; cents: number }[]>().notNull(),
});
