import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const projectCostBudget = pgTable("project_cost_budget", {
  orgId: uuid("org_id").notNull(),
  projectId: uuid("project_id").notNull(),
  costCodeId: uuid("cost_code_id").notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  forecastCents: bigint("forecast_cents", { mode: "number" }),
  forecastReason: text("forecast_reason").notNull().default(""),
  forecastOn: day("forecast_on"),
  forecastBy: uuid("forecast_by"),
});

export const costTransfer = pgTable("cost_transfer", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("asked"),
  projectId: uuid("project_id").notNull(),
  fromCodeId: uuid("from_code_id").notNull(),
  toCodeId: uuid("to_code_id").notNull(),
  /** Both as they were called when it was asked for. */
  fromCode: text("from_code").notNull(),
  toCode: text("to_code").notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  why: text().notNull(),
  askedBy: uuid("asked_by").notNull(),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
