import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { InspectionResult, InspectionStatus } from "./inspection.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const inspection = pgTable("inspection", {
  ...own,
  number: text().notNull(),
  status: text().$type<InspectionStatus>().notNull().default("scheduled"),
  title: text().notNull(),
  definitionVersionId: uuid("definition_version_id").notNull(),
  assetId: uuid("asset_id"),
  placeId: uuid("place_id"),
  location: text().notNull().default(""),
  departmentId: uuid("department_id"),
  assignedTo: uuid("assigned_to"),
  dueOn: day("due_on"),
  answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  failed: integer().notNull().default(0),
  result: text().$type<InspectionResult>(),
  qualification: text().notNull().default(""),
  taskId: uuid("task_id"),
  submittedBy: uuid("submitted_by"),
  submittedAt: instant("submitted_at"),
  reviewedBy: uuid("reviewed_by"),
  reviewNote: text("review_note").notNull().default(""),
  statusReason: text("status_reason"),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const inspectionFinding = pgTable("inspection_finding", {
  ...own,
  inspectionId: uuid("inspection_id").notNull(),
  itemKey: text("item_key").notNull(),
  item: text().notNull(),
  said: text().notNull().default(""),
  assetId: uuid("asset_id"),
  workOrderId: uuid("work_order_id"),
  joined: boolean().notNull().default(false),
  tookOut: boolean("took_out").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
});
