import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull(), number: text().notNull() };
const severity = () => text({ enum: ["low", "medium", "high", "critical"] }).notNull();
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const securityCase = pgTable("security_case", {
  ...own,
  status: text().notNull().default("open"),
  title: text().notNull(),
  severity: severity(),
  people: uuid().array().notNull().default([]),
  openedBy: uuid("opened_by"),
  openedByName: text("opened_by_name").notNull(),
  finding: text(),
  closedAt: instant("closed_at"),
  ...kept,
});

export const securityAlert = pgTable("security_alert", {
  ...own,
  status: text().notNull().default("open"),
  detection: text().notNull(),
  severity: severity(),
  /** Whose events were counted: "person <id>" or "address <address>". */
  subject: text().notNull(),
  personId: uuid("person_id"),
  /** The name as it was when it was found. */
  personName: text("person_name"),
  address: text().notNull().default(""),
  said: text().notNull(),
  eventCount: integer("event_count").notNull(),
  events: uuid().array().notNull(),
  firstAt: instant("first_at").notNull(),
  lastAt: instant("last_at").notNull(),
  answer: text(),
  handledBy: uuid("handled_by"),
  handledByName: text("handled_by_name"),
  caseId: uuid("case_id"),
  ...kept,
});
