import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { StatementSource } from "./statement.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });

export const bankStatement = pgTable("bank_statement", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("loaded"),
  agencyAccountId: uuid("agency_account_id").notNull(),
  account: text().notNull(),
  onDay: day("on_day").notNull(),
  opening: cents("opening").notNull(),
  closing: cents("closing").notNull(),
  lineCount: integer("line_count").notNull(),
  source: text().$type<StatementSource>().notNull(),
  fileId: uuid("file_id"),
  fileName: text("file_name"),
  /** Of what the statement says, whatever file said it. */
  sha256: text().notNull(),
  loadedBy: uuid("loaded_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const bankLine = pgTable("bank_line", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  statementId: uuid("statement_id").notNull(),
  agencyAccountId: uuid("agency_account_id").notNull(),
  lineNo: integer("line_no").notNull(),
  onDay: day("on_day").notNull(),
  typeCode: text("type_code").notNull(),
  cents: cents("cents").notNull(),
  bankReference: text("bank_reference").notNull(),
  customerReference: text("customer_reference").notNull(),
  text: text().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});
