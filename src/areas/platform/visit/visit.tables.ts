import { date, integer, pgTable, text } from "drizzle-orm/pg-core";

export const visitCount = pgTable("visit_count", {
  day: date().notNull(),
  path: text().notNull(),
  visits: integer().notNull().default(0),
});
