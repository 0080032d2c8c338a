import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const legalRule = pgTable("legal_rule", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  key: text("key").notNull(),
  jurisdiction: text("jurisdiction").notNull(),
  citation: text("citation").notNull(),
  text: text("text").notNull(),
  effectiveFrom: day("effective_from").notNull(),
  effectiveTo: day("effective_to"),
  parameters: jsonb("parameters").notNull(),
  source: text("source").notNull(),
  verified: boolean("verified").notNull(),
  agencyEntry: boolean("agency_entry").notNull().default(false),
  version: integer("version").notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
