import { boolean, date, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

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
  postedOn: date("posted_on"),
  dueAt: at("due_at"),
  dueOn: date("due_on"),
  active: boolean().notNull().default(true),
  url: text().notNull().default(""),
  readAt: at("read_at").notNull().defaultNow(),
});
