import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** Which record of a project opened a change of its contract; its id is the change's. */
export const projectChange = pgTable("project_change", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  projectId: uuid("project_id").notNull(),
  sourceType: text("source_type", { enum: ["rfi", "dailyLog", "schedule"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});
