import { date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Duty } from "#roles.ts";
import type { Handover } from "./leaver/leaver.model.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
};

export const leaving = pgTable("leaving", {
  ...own,
  personId: uuid("person_id").notNull(),
  endsAt: at("ends_at").notNull(),
  reason: text().notNull(),
  status: text({ enum: ["planned", "ended", "cancelled"] })
    .notNull()
    .default("planned"),
  successors: jsonb().$type<Record<string, string>>().notNull().default({}),
  outcome: jsonb().$type<Handover[]>(),
  plannedBy: uuid("planned_by").notNull(),
  plannerName: text("planner_name").notNull(),
  endedAt: at("ended_at"),
  ...kept,
});

export const accessRequest = pgTable("access_request", {
  ...own,
  number: text().notNull(),
  personId: uuid("person_id").notNull(),
  duty: text().$type<Duty>().notNull(),
  until: at("until").notNull(),
  reason: text().notNull(),
  status: text({ enum: ["asked", "given", "declined", "withdrawn"] })
    .notNull()
    .default("asked"),
  answer: text().notNull().default(""),
  decidedAt: at("decided_at"),
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
  dueAt: at("due_at").notNull(),
  frozenAt: at("frozen_at").notNull().defaultNow(),
  status: text({ enum: ["open", "closed"] })
    .notNull()
    .default("open"),
  escalatedAt: at("escalated_at"),
  closedAt: at("closed_at"),
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
  since: at("since").notNull(),
  until: at("until"),
  lastUsedOn: date("last_used_on"),
  reviewerId: uuid("reviewer_id"),
  decision: text({ enum: ["keep", "change", "end"] }),
  newUntil: at("new_until"),
  note: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedAt: at("decided_at"),
  ...kept,
});

export const rightsReviewResult = pgTable("rights_review_result", {
  ...own,
  csv: text().notNull(),
});
