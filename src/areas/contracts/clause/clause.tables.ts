import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { ClauseKind, ClauseSource, Fallback } from "./clause.labels.ts";

export const clause = pgTable("clause", {
  ...definitionColumns,
  kind: text().$type<ClauseKind>().notNull(),
  ruleKey: text("rule_key"),
  citation: text().notNull().default(""),
  text: text().notNull().default(""),
  changeable: boolean().notNull().default(true),
  fallbacks: jsonb().$type<Fallback[]>().notNull().default([]),
});

export const contractClause = pgTable("contract_clause", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  contractId: uuid("contract_id").notNull(),
  amendmentId: uuid("amendment_id"),
  clauseId: uuid("clause_id").notNull(),
  definitionId: uuid("definition_id").notNull(),
  position: integer().notNull(),
  text: text().notNull(),
  source: text().$type<ClauseSource>().notNull().default("library"),
  fallbackRank: integer("fallback_rank"),
  addedBy: uuid("added_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
