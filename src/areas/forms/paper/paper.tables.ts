import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { PaperBasis, Place, Sheet } from "./paper.labels.ts";
import type { PaperValues } from "./fill.service.ts";

export const paper = pgTable("paper", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  fileId: uuid("file_id").notNull(),
  name: text().notNull(),
  sha256: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  sheet: jsonb().$type<Sheet>().notNull(),
  uploadedBy: uuid("uploaded_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const paperTemplate = pgTable("paper_template", {
  ...definitionColumns,
  paperId: uuid("paper_id").notNull(),
  basis: jsonb().$type<PaperBasis>().notNull(),
  offered: boolean().notNull().default(false),
  places: jsonb().$type<Place[]>().notNull().default([]),
});

export const paperRun = pgTable("paper_run", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  templateId: uuid("template_id").notNull(),
  title: text().notNull(),
  form: text().$type<"zip" | "one">().notNull(),
  asked: integer().notNull(),
  fileId: uuid("file_id"),
  sha256: text(),
  size: bigint({ mode: "number" }),
  requestedBy: uuid("requested_by").notNull(),
  requestedName: text("requested_name").notNull().default(""),
  createdAt: instant("created_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
});

export const paperCopy = pgTable("paper_copy", {
  orgId: uuid("org_id").notNull(),
  runId: uuid("run_id").notNull(),
  position: integer().notNull(),
  recordId: uuid("record_id").notNull(),
  recordNumber: text("record_number").notNull(),
  given: jsonb().$type<PaperValues | null>(),
  fileId: uuid("file_id"),
  sha256: text(),
  refusal: text(),
});
