import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const deadlineOutage = pgTable("deadline_outage", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  solicitationId: uuid("solicitation_id").notNull(),
  dueAt: instant("due_at").notNull(),
  awayFrom: instant("away_from").notNull(),
  awayUntil: instant("away_until").notNull(),
  minutes: integer("minutes").notNull(),
  decision: text("decision", { enum: ["extend", "open"] }),
  reason: text("reason"),
  newDueAt: instant("new_due_at"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
