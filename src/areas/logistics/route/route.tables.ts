import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Area } from "#kernel/geo/area.ts";
import { day, instant } from "#server/db/time-columns.ts";
import type { Answer } from "./plan/answer.model.ts";
import type { Setup } from "./plan/plan.model.ts";
import type { LayerCounts, StoredRoad } from "./road/road.model.ts";
import type { DrivenStop, PlannedStop, StopTold } from "./stop/stop.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** The roads of an agency, as they were imported on a day; one layer is in force. */
export const roadLayer = pgTable("road_layer", {
  ...own,
  name: text().notNull(),
  source: text().notNull().default(""),
  asOf: day("as_of").notNull(),
  fileId: uuid("file_id"),
  roads: jsonb().$type<StoredRoad[]>().notNull(),
  counts: jsonb().$type<LayerCounts>().notNull(),
  endedAt: instant("ended_at"),
  ...kept,
});

/** What is closed from a day on: a road by its name, or a surface. */
export const roadClosure = pgTable("road_closure", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("announced"),
  name: text().notNull(),
  reason: text().notNull().default(""),
  fromOn: day("from_on").notNull(),
  untilOn: day("until_on"),
  road: text().notNull().default(""),
  area: jsonb().$type<Area | null>(),
  ...kept,
});

export const routePlan = pgTable("route_plan", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  name: text().notNull(),
  onDay: day("on_day").notNull(),
  setup: jsonb().$type<Setup>().notNull(),
  /** Where it is solved on a file of distances. */
  matrixFileId: uuid("matrix_file_id"),
  answer: jsonb().$type<Answer | null>(),
  jobId: uuid("job_id"),
  statusReason: text("status_reason").notNull().default(""),
  releasedBy: uuid("released_by"),
  releasedAt: instant("released_at"),
  ...kept,
});

export const routeStop = pgTable("route_stop", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  planId: uuid("plan_id").notNull(),
  lineNo: integer("line_no").notNull(),
  /** The noun of what it was made of; empty for one that was typed. */
  sourceType: text("source_type").notNull().default(""),
  sourceId: uuid("source_id"),
  told: jsonb().$type<StopTold>().notNull(),
  /** Whose route it is in, from the release on. */
  planned: jsonb().$type<PlannedStop | null>(),
  driverId: uuid("driver_id"),
  driven: jsonb().$type<DrivenStop>().notNull().default({}),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
