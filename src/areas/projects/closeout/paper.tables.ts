import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { PaperKind } from "./paper.labels.ts";

export const closeoutPaper = pgTable("closeout_paper", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("asked"),
  projectId: uuid("project_id").notNull(),
  /** The contract of the project that owes it; null where no contract of the agency does. */
  contractId: uuid("contract_id"),
  kind: text().$type<PaperKind>().notNull(),
  title: text().notNull(),
  party: text().notNull().default(""),
  dueOn: day("due_on"),
  note: text().notNull().default(""),
  fileIds: jsonb("file_ids").$type<string[]>().notNull().default([]),
  /** Of a withholding certificate: the number that the state gave it. */
  certificateNo: text("certificate_no").notNull().default(""),
  /** Of a warranty: its last day. */
  validUntil: day("valid_until"),
  /** Who of the agency handed it in; null where its contractor did. */
  sentBy: uuid("sent_by"),
  sentName: text("sent_name").notNull().default(""),
  sentAt: instant("sent_at"),
  acceptedBy: uuid("accepted_by"),
  acceptedAt: instant("accepted_at"),
  createdBy: uuid("created_by"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
