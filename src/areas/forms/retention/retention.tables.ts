import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const formDisposal = pgTable("form_disposal", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  submissionId: uuid("submission_id").notNull(),
  dueOn: day("due_on").notNull(),
  rule: text().notNull(),
  listedOn: day("listed_on").notNull(),
});

export const formHold = pgTable("form_hold", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  submissionId: uuid("submission_id").notNull(),
  reason: text().notNull(),
  placedBy: uuid("placed_by").notNull(),
  placedName: text("placed_name").notNull(),
  placedAt: instant("placed_at").notNull().defaultNow(),
  liftedBy: uuid("lifted_by"),
  liftedName: text("lifted_name"),
  liftedAt: instant("lifted_at"),
  liftReason: text("lift_reason"),
});
