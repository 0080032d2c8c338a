import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { MeterKind } from "../meter/meter.labels.ts";
import type { WorkPriority } from "../work-order/work-order.labels.ts";
import type { CycleStatus, DueBy, PlanMakes, PlanUnit } from "./plan.labels.ts";

export const maintenancePlan = pgTable("maintenance_plan", {
  ...definitionColumns,
  about: text().notNull().default(""),
  dueBy: text("due_by").$type<DueBy>().notNull(),
  every: integer(),
  unit: text().$type<PlanUnit>(),
  anchorOn: day("anchor_on"),
  floating: boolean().notNull().default(false),
  seasonFrom: text("season_from"),
  seasonTo: text("season_to"),
  meterKind: text("meter_kind").$type<MeterKind>(),
  meterEvery: integer("meter_every"),
  leadDays: integer("lead_days").notNull().default(7),
  covers: uuid().array().notNull().default([]),
  classId: uuid("class_id"),
  assetIds: uuid("asset_ids").array().notNull().default([]),
  route: boolean().notNull().default(false),
  makes: text().$type<PlanMakes>().notNull().default("workOrder"),
  checklistId: uuid("checklist_id"),
  priority: text().$type<WorkPriority>().notNull().default("normal"),
  departmentId: uuid("department_id"),
  leadId: uuid("lead_id"),
  estimateMinutes: integer("estimate_minutes"),
  tasks: jsonb().$type<{ title: string; mandatory: boolean }[]>().notNull().default([]),
});

export const planCycle = pgTable("plan_cycle", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  definitionId: uuid("definition_id").notNull(),
  planId: uuid("plan_id").notNull(),
  assetId: uuid("asset_id"),
  dueOn: day("due_on").notNull(),
  status: text().$type<CycleStatus>().notNull(),
  why: text().notNull().default(""),
  workOrderId: uuid("work_order_id"),
  inspectionId: uuid("inspection_id"),
  doneOn: day("done_on"),
  meterTotal: numeric("meter_total", { precision: 14, scale: 1 }),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
