import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Finding } from "#server/operation/checking.ts";

export const checkRun = pgTable("check_run", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  kind: text({ enum: ["machine", "books"] }).notNull(),
  trigger: text({ enum: ["person", "nightly"] }).notNull(),
  status: text({ enum: ["running", "done", "stopped"] })
    .notNull()
    .default("running"),
  productVersion: text("product_version").notNull(),
  startedBy: uuid("started_by"),
  startedName: text("started_name").notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
  beatAt: instant("beat_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  jobId: uuid("job_id"),
  checks: integer().notNull(),
  done: integer().notNull().default(0),
  red: integer().notNull().default(0),
  findings: integer().notNull().default(0),
});

export const checkResult = pgTable("check_result", {
  orgId: uuid("org_id").notNull(),
  runId: uuid("run_id").notNull(),
  name: text().notNull(),
  position: integer().notNull(),
  label: text().notNull(),
  area: text().notNull(),
  outcome: text({ enum: ["green", "red", "none"] }).notNull(),
  said: text().notNull(),
  todo: text(),
  ms: integer().notNull(),
  found: integer().notNull().default(0),
  findings: jsonb().$type<Finding[]>().notNull().default([]),
});

export const checkSchedule = pgTable("check_schedule", {
  orgId: uuid("org_id").notNull(),
  nightly: boolean().notNull().default(false),
  hour: integer().notNull().default(2),
  lastDay: day("last_day"),
  toldRed: boolean("told_red").notNull().default(false),
  version: integer().notNull().default(1),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** What backups, rehearsals and restores of the installation came to. */
export const backupRun = pgTable("backup_run", {
  id: uuid().notNull(),
  kind: text({ enum: ["backup", "rehearsal", "restore"] }).notNull(),
  beganAt: instant("began_at").notNull(),
  endedAt: instant("ended_at").notNull().defaultNow(),
  good: boolean().notNull(),
  madeAt: instant("made_at"),
  folder: text().notNull().default(""),
  rowCount: bigint("row_count", { mode: "number" }).notNull().default(0),
  byteCount: bigint("byte_count", { mode: "number" }).notNull().default(0),
  said: text().notNull(),
});
