import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { CorrectiveStatus } from "./action.labels.ts";


export const correctiveAction = pgTable("corrective_action", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().$type<CorrectiveStatus>().notNull().default("opened"),
  title: text().notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  subjectNumber: text("subject_number").notNull(),
  subjectLink: text("subject_link").notNull(),
  problem: text().notNull().default(""),
  containment: text().notNull().default(""),
  rootCause: text("root_cause").notNull().default(""),
  plan: text().notNull().default(""),
  ownerId: uuid("owner_id"),
  dueOn: day("due_on"),
  openedBy: uuid("opened_by"),
  approvedBy: uuid("approved_by"),
  implementedBy: uuid("implemented_by"),
  implementedOn: day("implemented_on"),
  firstCheckOn: day("first_check_on"),
  firstCheck: text("first_check").notNull().default(""),
  firstCheckedBy: uuid("first_checked_by"),
  secondCheckOn: day("second_check_on"),
  secondCheck: text("second_check").notNull().default(""),
  secondCheckedBy: uuid("second_checked_by"),
  recurrences: integer().notNull().default(0),
  statusReason: text("status_reason"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
