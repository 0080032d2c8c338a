import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { SandboxStatus } from "./sandbox.labels.ts";

export const agencySandbox = pgTable("agency_sandbox", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  status: text().$type<SandboxStatus>().notNull().default("asked"),
  /** The agency that the copy is, from the day it is made to the day it is deleted. */
  copyId: uuid("copy_id").notNull(),
  reason: text().notNull(),
  members: uuid().array().$type<string[]>().notNull(),
  askedBy: uuid("asked_by").notNull(),
  askedName: text("asked_name").notNull(),
  jobId: uuid("job_id"),
  copiedAt: instant("copied_at"),
  snapshotAt: instant("snapshot_at"),
  rowCount: bigint("row_count", { mode: "number" }),
  tableCount: integer("table_count"),
  openedAt: instant("opened_at"),
  endsAt: instant("ends_at"),
  endedAt: instant("ended_at"),
  endedName: text("ended_name").notNull().default(""),
  endedReason: text("ended_reason").notNull().default(""),
  failure: text().notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const practiceAgency = pgTable("practice_agency", {
  id: uuid().primaryKey(),
  originId: uuid("origin_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});
