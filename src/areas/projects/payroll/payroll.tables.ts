import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { PaidWorker } from "./wages.model.ts";

export const certifiedPayroll = pgTable("certified_payroll", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  employer: text().notNull(),
  payrollNo: integer("payroll_no").notNull(),
  weekEnding: day("week_ending").notNull(),
  paidOn: day("paid_on"),
  noWork: boolean("no_work").notNull().default(false),
  final: boolean().notNull().default(false),
  workers: jsonb().$type<PaidWorker[]>().notNull().default([]),
  exceptions: text().notNull().default(""),
  signedBy: text("signed_by").notNull().default(""),
  signedTitle: text("signed_title").notNull().default(""),
  signedAt: instant("signed_at"),
  submittedAt: instant("submitted_at"),
  acceptedBy: uuid("accepted_by"),
  acceptedReason: text("accepted_reason").notNull().default(""),
  statusReason: text("status_reason").notNull().default(""),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
