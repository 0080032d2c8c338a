import { bigint, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { WagesInput } from "./payroll/payroll.model.ts";

/** What a phase costs, in cents by year from the start of the project. */
export type Phase = { name: string; cents: number[] };
/** What a source pays, in cents by fiscal year. */
export type Funding = { source: string; year: number; cents: number };

export const project = pgTable("project", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("proposed"),
  name: text().notNull(),
  description: text().notNull().default(""),
  departmentId: uuid("department_id").notNull(),
  segmentId: uuid("segment_id").notNull(),
  segmentCode: text("segment_code").notNull(),
  engineerId: uuid("engineer_id"),
  inspectors: jsonb().$type<{ personId: string }[]>().notNull().default([]),
  contracts: jsonb().$type<{ contractId: string }[]>().notNull().default([]),
  place: text().notNull().default(""),
  latitude: numeric({ precision: 8, scale: 6 }),
  longitude: numeric({ precision: 9, scale: 6 }),
  startsOn: day("starts_on"),
  contractDays: integer("contract_days"),
  /** Business days in which a question is answered. */
  questionDays: integer("question_days").notNull().default(7),
  /** The day of each month by which the contractor hands its schedule in, from a day on; null: none. */
  monthlyScheduleDay: integer("monthly_schedule_day"),
  monthlyScheduleFrom: day("monthly_schedule_from"),
  phases: jsonb().$type<Phase[]>().notNull().default([]),
  funding: jsonb().$type<Funding[]>().notNull().default([]),
  capitalRequestId: uuid("capital_request_id"),
  forecastCents: bigint("forecast_cents", { mode: "number" }),
  forecastReason: text("forecast_reason").notNull().default(""),
  forecastOn: day("forecast_on"),
  forecastBy: uuid("forecast_by"),
  /** When its work was begun here. */
  beganOn: day("began_on"),
  /** The wage determination that binds its contracts. */
  wages: jsonb().$type<WagesInput>(),
  completedOn: day("completed_on"),
  remaining: text().notNull().default(""),
  costToComplete: bigint("cost_to_complete", { mode: "number" }).notNull().default(0),
  certifiedBy: uuid("certified_by"),
  certifiedAt: instant("certified_at"),
  closedOn: day("closed_on"),
  proposedBy: uuid("proposed_by"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
