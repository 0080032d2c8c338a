import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Told } from "./cells.ts";
import type { RowProblem } from "./importer.ts";

/** Cents of the rows that each count holds, and how many rows show no amount that can be read. */
export type Sums = { create: number; update: number; skip: number; reject: number; unread: number };
/** `sums`: of a kind that is reconciled by an amount. */
export type Counts = {
  create: number;
  update: number;
  skip: number;
  reject: number;
  /** Rows that a person's conditions leave out. */
  leftOut?: number;
  sums?: Sums;
  /** Cents of the rows that come in, by what they are part of. */
  groups?: Record<string, number>;
};
export const noCounts: Counts = { create: 0, update: 0, skip: 0, reject: 0 };
export type Mapping = Record<string, string | null>;

/** How the letters of a text file are written, where no mark says so. */
export type Letters = "utf-8" | "windows-1252";
/** Rows that are left out: those whose cell of a column is so. */
export type LeaveOut = {
  column: string;
  test: "is" | "begins" | "contains" | "empty";
  value: string;
};
/** Several columns of which each gives a row of its own: `value` stands in for the missing column. */
export type Spread = { column: string; value: string }[];
/**
 * How a file is read beyond the mapping: which sheet, from which row, in which letters; what its
 * columns leave open and a person has answered (`field.doubt`); words for fields without a column;
 * names in place of codes; rows to leave out or to add up; several columns of years or months.
 * `told` is what the inspection found, by field; `asked` are the questions that were put about this file.
 */
export type ImportReading = {
  sheet?: string;
  headingRow?: number;
  letters?: Letters;
  answers?: Record<string, string>;
  told?: Record<string, Told>;
  asked?: string[];
  fixed?: Record<string, string>;
  names?: Record<string, Record<string, string>>;
  leaveOut?: LeaveOut[];
  addUp?: boolean;
  spread?: Spread;
};
/** Something about the file that a person says before a row comes in. */
export type ImportQuestion = {
  id: string;
  field: string;
  column: string;
  ask: string;
  choices: { value: string; label: string }[];
  likely: string;
  /** The first rows where it shows, with their cells. */
  rows: { row: number; found: string }[];
  /** Names in place of codes: each with the code that it probably means. */
  names?: { found: string; likely: string | null; rows: number }[];
};

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
  reading: jsonb().$type<ImportReading>().notNull().default({}),
  questions: jsonb().$type<ImportQuestion[]>().notNull().default([]),
  sheets: text().array().notNull().default([]),
  firstRows: jsonb("first_rows").$type<{ row: number; cells: string[] }[]>().notNull().default([]),
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
  source: text().notNull().default(""),
  mapping: jsonb("mapping").notNull(),
  reading: jsonb().notNull().default({}),
  updatedAt: instant("updated_at").notNull(),
});
