import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { MappingKind } from "../mapping/mapping.labels.ts";

export const fmsCode = pgTable("fms_code", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  kind: text().$type<MappingKind>().notNull(),
  code: text().notNull(),
  name: text().notNull(),
  fromDay: day("from_day"),
  toDay: day("to_day"),
  takenBy: uuid("taken_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
