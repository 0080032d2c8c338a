import { bigint, customType, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** A transaction's number in the database. */
const xid = customType<{ data: string }>({ dataType: () => "xid8" });

export const agencyVersion = pgTable("agency_version", {
  orgId: uuid("org_id").notNull(),
  version: uuid("version").notNull(),
});

/** A place in the write-ahead log. */
const position = customType<{ data: string }>({ dataType: () => "pg_lsn" });

/** How far the log went when an agency's last write was acknowledged. */
export const agencyWritten = pgTable("agency_written", {
  orgId: uuid("org_id").notNull(),
  position: position("position").notNull(),
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
  begunAt: instant("begun_at").notNull(),
});

export const demoStory = pgTable("demo_story", {
  toldAt: instant("told_at").notNull(),
});

export const leveeMigration = pgTable("levee_migration", {
  name: text("name").notNull(),
  sha256: text("sha256").notNull(),
  ranAt: instant("ran_at").notNull(),
});
