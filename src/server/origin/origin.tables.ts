import { pgTable, timestamp, uuid, text } from "drizzle-orm/pg-core";

/** Which record was made from which, who asked for it there, and who made the one from the other. */
export const recordOrigin = pgTable("record_origin", {
  orgId: uuid("org_id").notNull(),
  recordType: text("record_type").notNull(),
  recordId: uuid("record_id").notNull(),
  fromType: text("from_type").notNull(),
  fromId: uuid("from_id").notNull(),
  askers: uuid().array().notNull().default([]),
  madeBy: uuid("made_by"),
  madeAt: timestamp("made_at", { withTimezone: true, mode: "string" }).notNull().defaultNow(),
});
