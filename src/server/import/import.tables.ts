import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { RowProblem } from "./importer.ts";

/** Cents of the rows that each count holds, and how many rows show no amount that can be read. */
export type Sums = { create: number; update: number; skip: number; reject: number; unread: number };
/** `sums`: of a kind that is reconciled by an amount. */
export type Counts = {
  create: number;
  update: number;
  skip: number;
  reject: number;
  sums?: Sums;
};
export const noCounts: Counts = { create: 0, update: 0, skip: 0, reject: 0 };
export type Mapping = Record<string, string | null>;

export const importRun = pgTable("import_run", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  kind: text().notNull(),
  fileId: uuid("file_id").notNull(),
  fileName: text("file_name").notNull(),
  sha256: text().notNull(),
  state: text({ enum: ["mapping", "validating", "validated", "committing", "committed", "failed"] })
    .notNull()
    .default("mapping"),
  columns: text().array().notNull(),
  mapping: jsonb().$type<Mapping>().notNull().default({}),
  counts: jsonb().$type<Counts>().notNull().default(noCounts),
  problems: jsonb().$type<(RowProblem & { row: number })[]>().notNull().default([]),
  warned: bigint({ mode: "number" }).notNull().default(0),
  warnings: jsonb().$type<(RowProblem & { row: number })[]>().notNull().default([]),
  rowsTotal: bigint("rows_total", { mode: "number" }),
  rowsDone: bigint("rows_done", { mode: "number" }).notNull().default(0),
  error: text(),
  createdBy: uuid("created_by"),
  committedAt: instant("committed_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
export type ImportRun = typeof importRun.$inferSelect;

export const importReject = pgTable("import_reject", {
  orgId: uuid("org_id").notNull(),
  importId: uuid("import_id").notNull(),
  rowNo: integer("row_no").notNull(),
  cells: text("cells").array().notNull(),
  problems: jsonb("problems").notNull(),
});

export const importMapping = pgTable("import_mapping", {
  orgId: uuid("org_id").notNull(),
  kind: text("kind").notNull(),
  mapping: jsonb("mapping").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
