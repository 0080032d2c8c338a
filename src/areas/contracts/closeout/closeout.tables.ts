import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Proof } from "./closeout.labels.ts";
import type { ListItem } from "./closeout.model.ts";

export const closeoutChecklist = pgTable("closeout_checklist", {
  ...definitionColumns,
  items: jsonb().$type<ListItem[]>().notNull().default([]),
});

export const contractCloseoutItem = pgTable("contract_closeout_item", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  contractId: uuid("contract_id").notNull(),
  position: integer().notNull(),
  checklistId: uuid("checklist_id"),
  proof: text().$type<Proof>().notNull(),
  title: text().notNull(),
  hint: text().notNull().default(""),
  provenAt: instant("proven_at"),
  provenBy: uuid("proven_by"),
  evidence: text().notNull().default(""),
  fileId: uuid("file_id"),
  retainUntil: day("retain_until"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
