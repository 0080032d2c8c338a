import { date, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Recurrence, Side } from "./obligation.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const kept = {
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
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
  firstDueOn: date("first_due_on").notNull(),
  recurrence: text().$type<Recurrence>().notNull().default("once"),
  endedAt: at("ended_at"),
  endedReason: text("ended_reason"),
  ...kept,
});

export const contractObligationDue = pgTable("contract_obligation_due", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  obligationId: uuid("obligation_id").notNull(),
  dueOn: date("due_on").notNull(),
  status: text().notNull().default("open"),
  evidence: text().notNull().default(""),
  fileId: uuid("file_id"),
  deliveredBy: uuid("delivered_by"),
  deliveredAt: at("delivered_at"),
  decidedBy: uuid("decided_by"),
  decidedAt: at("decided_at"),
  statusReason: text("status_reason"),
  ...kept,
});
