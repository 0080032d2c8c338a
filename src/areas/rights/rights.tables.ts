import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Handover } from "./leaver/leaver.model.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
};

export const leaving = pgTable("leaving", {
  ...own,
  personId: uuid("person_id").notNull(),
  endsAt: at("ends_at").notNull(),
  reason: text().notNull(),
  status: text({ enum: ["planned", "ended", "cancelled"] })
    .notNull()
    .default("planned"),
  successors: jsonb().$type<Record<string, string>>().notNull().default({}),
  outcome: jsonb().$type<Handover[]>(),
  plannedBy: uuid("planned_by").notNull(),
  plannerName: text("planner_name").notNull(),
  endedAt: at("ended_at"),
  ...kept,
});
