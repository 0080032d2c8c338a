import { doublePrecision, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day } from "#server/db/time-columns.ts";

/** What was said of one month (or week, by its Monday): the value, and the band of 80 per cent where there was one. */
export type FrozenPoint = { month: string; value: number; low: number | null; high: number | null };

export const outlookFrozen = pgTable("outlook_frozen", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  series: text().notNull(),
  label: text().notNull(),
  month: text().notNull(),
  method: text().notNull(),
  last: doublePrecision().notNull(),
  points: jsonb().$type<FrozenPoint[]>().notNull(),
  madeOn: day("made_on").notNull(),
});
