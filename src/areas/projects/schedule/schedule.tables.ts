import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Driver } from "./driving.model.ts";
import type { HoursException } from "./hours.model.ts";
import type { ConstraintKind, LagCalendar, LinkType, OutOfSequence } from "./network.model.ts";
import type { TaskKind, UpdateSource } from "./schedule.labels.ts";
import type { Snapshot } from "./snapshot.model.ts";
import type { Shift } from "./worktime.model.ts";

// Moments are minutes of the agency's wall clock since 1984 began; lengths are minutes of work.

export const schedule = pgTable("schedule", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("kept"),
  projectId: uuid("project_id").notNull(),
  startsOn: day("starts_on").notNull(),
  /** Up to the morning of this day progress is told. */
  dataDate: day("data_date").notNull(),
  mustFinishOn: day("must_finish_on"),
  /** Null: the agency's own hours. */
  calendarId: uuid("calendar_id"),
  outOfSequence: text("out_of_sequence").$type<OutOfSequence>().notNull().default("retained"),
  /** What follows from its tasks; null while it has none. */
  finish: integer(),
  finishOn: day("finish_on"),
  /** Of the last update, and of the one before. */
  toldFinish: integer("told_finish"),
  priorFinish: integer("prior_finish"),
  baseFinish: integer("base_finish"),
  baseFinishOn: day("base_finish_on"),
  slipDays: integer("slip_days"),
  nextMilestone: text("next_milestone").notNull().default(""),
  nextMilestoneOn: day("next_milestone_on"),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const workCalendar = pgTable("work_calendar", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  /** Null: for every project. */
  projectId: uuid("project_id"),
  week: jsonb().$type<Shift[][]>().notNull(),
  exceptions: jsonb().$type<HoursException[]>().notNull().default([]),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const scheduleTask = pgTable("schedule_task", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  parentId: uuid("parent_id"),
  /** Its place in the order in which the tasks are read. */
  place: integer().notNull(),
  level: integer().notNull(),
  code: text().notNull().default(""),
  name: text().notNull(),
  kind: text().$type<TaskKind>().notNull(),
  calendarId: uuid("calendar_id"),
  duration: integer().notNull(),
  remaining: integer().notNull(),
  percent: integer().notNull().default(0),
  constraintKind: text("constraint_kind").$type<ConstraintKind>(),
  constraintAt: integer("constraint_at"),
  deadlineAt: integer("deadline_at"),
  actualStart: integer("actual_start"),
  actualFinish: integer("actual_finish"),
  crew: text().notNull().default(""),
  ownerId: uuid("owner_id"),
  start: integer().notNull(),
  finish: integer().notNull(),
  startsOn: day("starts_on").generatedAlwaysAs(sql`date '1984-01-01' + start / 1440`),
  finishOn: day("finish_on").generatedAlwaysAs(
    sql`date '1984-01-01' + greatest(finish - 1, 0) / 1440`,
  ),
  lateStart: integer("late_start").notNull(),
  lateFinish: integer("late_finish").notNull(),
  totalFloat: integer("total_float"),
  freeFloat: integer("free_float"),
  critical: boolean().notNull(),
  longest: boolean().notNull(),
  driver: jsonb().$type<Driver>(),
  /** Of the approved baseline that counts. */
  baseStart: integer("base_start"),
  baseFinish: integer("base_finish"),
  slipDays: integer("slip_days"),
  /** Where it finished by the last update, and by the one before. */
  toldFinish: integer("told_finish"),
  priorFinish: integer("prior_finish"),
  /** Days by which it finishes later than before the last update told of it. */
  movedDays: integer("moved_days"),
  /** When somebody last told of its progress. */
  reportedOn: day("reported_on"),
});

export const scheduleLink = pgTable("schedule_link", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  fromId: uuid("from_id").notNull(),
  toId: uuid("to_id").notNull(),
  type: text().$type<LinkType>().notNull(),
  lag: integer().notNull().default(0),
  lagCalendar: text("lag_calendar").$type<LagCalendar>().notNull(),
});

export const scheduleTaskCost = pgTable("schedule_task_cost", {
  orgId: uuid("org_id").notNull(),
  taskId: uuid("task_id").notNull(),
  costCodeId: uuid("cost_code_id").notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  cents: bigint({ mode: "number" }).notNull(),
});

export const scheduleUpdate = pgTable("schedule_update", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  number: integer().notNull(),
  dataDate: day("data_date").notNull(),
  finish: integer().notNull(),
  narrative: text().notNull().default(""),
  source: text().$type<UpdateSource>().notNull(),
  personId: uuid("person_id"),
  snapshot: jsonb().$type<Snapshot>().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const scheduleBaseline = pgTable("schedule_baseline", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("proposed"),
  scheduleId: uuid("schedule_id").notNull(),
  /** The second that is approved is number 2. */
  baselineNo: integer("baseline_no").notNull(),
  note: text().notNull().default(""),
  finish: integer().notNull(),
  snapshot: jsonb().$type<Snapshot>().notNull(),
  proposedBy: uuid("proposed_by"),
  decidedBy: uuid("decided_by"),
  decidedOn: day("decided_on"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
