import { boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { InspectionResult, InspectionStatus } from "./inspection.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
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
  dueOn: date("due_on"),
  answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  failed: integer().notNull().default(0),
  result: text().$type<InspectionResult>(),
  qualification: text().notNull().default(""),
  taskId: uuid("task_id"),
  submittedBy: uuid("submitted_by"),
  submittedAt: at("submitted_at"),
  reviewedBy: uuid("reviewed_by"),
  reviewNote: text("review_note").notNull().default(""),
  statusReason: text("status_reason"),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
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
  createdAt: at("created_at").notNull().defaultNow(),
});
