import { boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const legalRule = pgTable("legal_rule", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  key: text("key").notNull(),
  jurisdiction: text("jurisdiction").notNull(),
  citation: text("citation").notNull(),
  text: text("text").notNull(),
  effectiveFrom: date("effective_from").notNull(),
  effectiveTo: date("effective_to"),
  parameters: jsonb("parameters").notNull(),
  source: text("source").notNull(),
  verified: boolean("verified").notNull(),
  agencyEntry: boolean("agency_entry").notNull().default(false),
  version: integer("version").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "string" }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true, mode: "string" }).notNull(),
});
