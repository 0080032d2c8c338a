import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Duty } from "#roles.ts";
import type { Handover } from "./leaver/leaver.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const leaving = pgTable("leaving", {
  ...own,
  personId: uuid("person_id").notNull(),
  endsAt: instant("ends_at").notNull(),
  reason: text().notNull(),
  status: text({ enum: ["planned", "ended", "cancelled"] })
    .notNull()
    .default("planned"),
  successors: jsonb().$type<Record<string, string>>().notNull().default({}),
  outcome: jsonb().$type<Handover[]>(),
  plannedBy: uuid("planned_by").notNull(),
  plannerName: text("planner_name").notNull(),
  endedAt: instant("ended_at"),
  ...kept,
});

export const accessRequest = pgTable("access_request", {
  ...own,
  number: text().notNull(),
  personId: uuid("person_id").notNull(),
  duty: text().$type<Duty>().notNull(),
  until: instant("until").notNull(),
  reason: text().notNull(),
  status: text({ enum: ["asked", "given", "declined", "withdrawn"] })
    .notNull()
    .default("asked"),
  answer: text().notNull().default(""),
  decidedAt: instant("decided_at"),
  ...kept,
});

export const rightsReview = pgTable("rights_review", {
  ...own,
  number: text().notNull(),
  name: text().notNull(),
  scope: text({ enum: ["all", "department", "duty"] }).notNull(),
  departmentId: uuid("department_id"),
  duty: text().$type<Duty>(),
  reviewerId: uuid("reviewer_id"),
  dueAt: instant("due_at").notNull(),
  frozenAt: instant("frozen_at").notNull().defaultNow(),
  status: text({ enum: ["open", "closed"] })
    .notNull()
    .default("open"),
  escalatedAt: instant("escalated_at"),
  closedAt: instant("closed_at"),
  digest: text(),
  startedBy: uuid("started_by"),
  ...kept,
});

export const rightsReviewItem = pgTable("rights_review_item", {
  ...own,
  reviewId: uuid("review_id").notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  departmentName: text("department_name"),
  kind: text({ enum: ["role", "duty", "delegation"] }).notNull(),
  held: text().notNull(),
  objectId: uuid("object_id"),
  giverId: uuid("giver_id"),
  giverName: text("giver_name"),
  source: text().notNull(),
  reason: text().notNull(),
  since: instant("since").notNull(),
  until: instant("until"),
  lastUsedOn: day("last_used_on"),
  reviewerId: uuid("reviewer_id"),
  decision: text({ enum: ["keep", "change", "end"] }),
  newUntil: instant("new_until"),
  note: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  ...kept,
});

export const rightsReviewResult = pgTable("rights_review_result", {
  ...own,
  csv: text().notNull(),
});
