import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { ChecklistItem } from "./checklist.labels.ts";

export const inspectionChecklist = pgTable("inspection_checklist", {
  ...definitionColumns,
  about: text().notNull().default(""),
  citation: text().notNull().default(""),
  certificates: text().array().notNull().default([]),
  items: jsonb().$type<ChecklistItem[]>().notNull(),
});
