import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day } from "#server/db/time-columns.ts";

export const formDisposal = pgTable("form_disposal", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  submissionId: uuid("submission_id").notNull(),
  dueOn: day("due_on").notNull(),
  rule: text().notNull(),
  listedOn: day("listed_on").notNull(),
});
