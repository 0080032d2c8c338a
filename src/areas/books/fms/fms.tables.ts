import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import { day, instant } from "#server/db/time-columns.ts";
import type { Layout, LayoutField } from "./layout/layout.model.ts";
import type { MappingKind } from "./mapping/mapping.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const fmsLayout = pgTable("fms_layout", {
  ...definitionColumns,
  form: text().$type<Layout["form"]>().notNull(),
  separator: text().$type<Layout["separator"]>().notNull(),
  quoting: text().$type<Layout["quoting"]>().notNull(),
  lineEnd: text("line_end").$type<Layout["lineEnd"]>().notNull(),
  characters: text().$type<Layout["characters"]>().notNull(),
  headings: boolean().notNull(),
  fields: jsonb().$type<LayoutField[]>().notNull(),
});

export const fmsMapping = pgTable("fms_mapping", {
  ...own,
  kind: text().$type<MappingKind>().notNull(),
  code: text().notNull(),
  target: text().notNull(),
  fromDay: day("from_day").notNull(),
  toDay: day("to_day"),
  madeBy: uuid("made_by"),
  ...kept,
});

export const fmsBatch = pgTable("fms_batch", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("built"),
  layoutId: uuid("layout_id").notNull(),
  periodId: uuid("period_id").notNull(),
  correctsId: uuid("corrects_id"),
  connectorId: uuid("connector_id"),
  reference: integer().notNull(),
  fileName: text("file_name").notNull(),
  body: text().notNull(),
  characters: text().$type<Layout["characters"]>().notNull(),
  sha256: text().notNull(),
  lineCount: integer("line_count").notNull(),
  debits: bigint({ mode: "number" }).notNull(),
  credits: bigint({ mode: "number" }).notNull(),
  builtBy: uuid("built_by"),
  sentBy: uuid("sent_by"),
  sentAt: instant("sent_at"),
  answeredAt: instant("answered_at"),
  ...kept,
});

export const fmsBatchLine = pgTable("fms_batch_line", {
  ...own,
  batchId: uuid("batch_id").notNull(),
  lineNo: integer("line_no").notNull(),
  glLineId: uuid("gl_line_id").notNull(),
  fund: text().notNull(),
  account: text().notNull(),
  string: text().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  live: boolean().notNull().default(true),
  rejected: text(),
});

export const fmsBalance = pgTable("fms_balance", {
  ...own,
  periodId: uuid("period_id").notNull(),
  fund: text().notNull(),
  account: text().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  takenBy: uuid("taken_by"),
  ...kept,
});
