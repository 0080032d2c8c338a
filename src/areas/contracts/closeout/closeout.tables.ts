import { date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Proof } from "./closeout.labels.ts";
import type { ListItem } from "./closeout.model.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

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
  provenAt: at("proven_at"),
  provenBy: uuid("proven_by"),
  evidence: text().notNull().default(""),
  fileId: uuid("file_id"),
  retainUntil: date("retain_until"),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});
