import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { FlowEdge, FlowKind, FlowNode } from "./definition/flow.labels.ts";
import type { RunStatus, StepState, WaitsFor } from "./run/run.labels.ts";

/** What ended the waiting of a run. */
export type Came = {
  by: "task" | "approval" | "form" | "timer" | "step";
  personId: string | null;
  outcome: "approved" | "rejected" | null;
  objectId: string | null;
};

export const flowDefinition = pgTable("flow_definition", {
  ...definitionColumns,
  about: text().notNull().default(""),
  kind: text().$type<FlowKind>().notNull().default("flow"),
  nodes: jsonb().$type<FlowNode[]>().notNull().default([]),
  edges: jsonb().$type<FlowEdge[]>().notNull().default([]),
});

export const flowRun = pgTable("flow_run", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  flowId: uuid("flow_id").notNull(),
  definitionId: uuid("definition_id").notNull(),
  eventKey: text("event_key").notNull(),
  status: text().$type<RunStatus>().notNull(),
  objectType: text("object_type"),
  objectId: uuid("object_id"),
  objectNumber: text("object_number"),
  startedBy: uuid("started_by"),
  starterName: text("starter_name").notNull().default(""),
  starterEmail: text("starter_email"),
  parties: uuid().array().notNull().default([]),
  node: text().notNull(),
  entered: boolean().notNull().default(false),
  steps: integer().notNull().default(0),
  facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  waitsFor: text("waits_for").$type<WaitsFor>(),
  waitingIds: uuid("waiting_ids").array().notNull().default([]),
  waitingPeople: uuid("waiting_people").array().notNull().default([]),
  came: jsonb().$type<Came | null>(),
  dueAt: instant("due_at"),
  waitsUntil: instant("waits_until"),
  attempts: integer().notNull().default(0),
  reason: text(),
  outcome: text(),
  endedAt: instant("ended_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const flowStep = pgTable("flow_step", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  runId: uuid("run_id").notNull(),
  place: integer().notNull(),
  node: text().notNull(),
  kind: text().notNull(),
  label: text().notNull(),
  state: text().$type<StepState>().notNull(),
  told: text().notNull().default(""),
  detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  nextNode: text("next_node"),
  beganAt: instant("began_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
});
