import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const federalOpportunity = pgTable("federal_opportunity", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  noticeId: text("notice_id").notNull(),
  number: text().notNull().default(""),
  title: text().notNull(),
  agency: text().notNull().default(""),
  kind: text().notNull().default(""),
  setAside: text("set_aside").notNull().default(""),
  naics: text().notNull().default(""),
  psc: text().notNull().default(""),
  place: text().notNull().default(""),
  postedOn: day("posted_on"),
  dueAt: instant("due_at"),
  dueOn: day("due_on"),
  active: boolean().notNull().default(true),
  url: text().notNull().default(""),
  readAt: instant("read_at").notNull().defaultNow(),
});
