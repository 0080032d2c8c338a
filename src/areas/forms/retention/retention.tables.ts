import { date, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const formDisposal = pgTable("form_disposal", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  submissionId: uuid("submission_id").notNull(),
  dueOn: date("due_on", { mode: "string" }).notNull(),
  rule: text().notNull(),
  listedOn: date("listed_on", { mode: "string" }).notNull(),
});

export const formHold = pgTable("form_hold", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  submissionId: uuid("submission_id").notNull(),
  reason: text().notNull(),
  placedBy: uuid("placed_by").notNull(),
  placedName: text("placed_name").notNull(),
  placedAt: at("placed_at").notNull().defaultNow(),
  liftedBy: uuid("lifted_by"),
  liftedName: text("lifted_name"),
  liftedAt: at("lifted_at"),
  liftReason: text("lift_reason"),
});
