import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { day } from "#server/db/time-columns.ts";

export const visitCount = pgTable("visit_count", {
  day: day().notNull(),
  path: text().notNull(),
  visits: integer().notNull().default(0),
});
