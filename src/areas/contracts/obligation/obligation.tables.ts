import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Recurrence, Side } from "./obligation.labels.ts";

const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const contractObligation = pgTable("contract_obligation", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  contractId: uuid("contract_id").notNull(),
  side: text().$type<Side>().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  citation: text().notNull().default(""),
  ownerId: uuid("owner_id"),
  firstDueOn: day("first_due_on").notNull(),
  recurrence: text().$type<Recurrence>().notNull().default("once"),
  endedAt: instant("ended_at"),
  endedReason: text("ended_reason"),
  ...kept,
});

export const contractObligationDue = pgTable("contract_obligation_due", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  obligationId: uuid("obligation_id").notNull(),
  dueOn: day("due_on").notNull(),
  status: text().notNull().default("open"),
  evidence: text().notNull().default(""),
  fileId: uuid("file_id"),
  deliveredBy: uuid("delivered_by"),
  deliveredAt: instant("delivered_at"),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  statusReason: text("status_reason"),
  ...kept,
});
