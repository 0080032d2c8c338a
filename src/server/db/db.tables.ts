import { bigint, customType, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A transaction's number in the database. */
const xid = customType<{ data: string }>({ dataType: () => "xid8" });

export const agencyVersion = pgTable("agency_version", {
  orgId: uuid("org_id").notNull(),
  version: uuid("version").notNull(),
});

export const agencyChange = pgTable("agency_change", {
  orgId: uuid("org_id").notNull(),
  xid: xid("xid").notNull(),
});

export const recordCounter = pgTable("record_counter", {
  orgId: uuid("org_id").notNull(),
  kind: text("kind").notNull(),
  year: integer("year").notNull(),
  last: bigint("last", { mode: "number" }).notNull(),
});

export const recordWords = pgTable("record_words", {
  orgId: uuid("org_id").notNull(),
  kind: text("kind").notNull(),
  id: uuid("id").notNull(),
  own: text("own").notNull(),
  vendor: text("vendor").notNull(),
});

export const demoStoryBegun = pgTable("demo_story_begun", {
  begunAt: timestamp("begun_at", { withTimezone: true, mode: "string" }).notNull(),
});

export const demoStory = pgTable("demo_story", {
  toldAt: timestamp("told_at", { withTimezone: true, mode: "string" }).notNull(),
});

export const leveeMigration = pgTable("levee_migration", {
  name: text("name").notNull(),
  sha256: text("sha256").notNull(),
  ranAt: timestamp("ran_at", { withTimezone: true, mode: "string" }).notNull(),
});
