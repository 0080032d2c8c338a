import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Reconciliation } from "./reconcile.model.ts";

export const bankMonth = pgTable("bank_month", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("draft"),
  agencyAccountId: uuid("agency_account_id").notNull(),
  account: text().notNull(),
  firstDay: day("first_day").notNull(),
  lastDay: day("last_day").notNull(),
  elsewhere: bigint({ mode: "number" }),
  elsewhereNote: text("elsewhere_note").notNull().default(""),
  frozen: jsonb().$type<Reconciliation>(),
  sha256: text(),
  preparedBy: uuid("prepared_by"),
  preparedAt: instant("prepared_at"),
  reviewedBy: uuid("reviewed_by"),
  reviewedAt: instant("reviewed_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
