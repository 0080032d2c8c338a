import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { AlarmCode, MatchKind } from "./match.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });

export const bankMatch = pgTable("bank_match", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  lineId: uuid("line_id").notNull(),
  statementId: uuid("statement_id").notNull(),
  agencyAccountId: uuid("agency_account_id").notNull(),
  kind: text().$type<MatchKind>().notNull(),
  cents: cents("cents").notNull(),
  paymentId: uuid("payment_id"),
  journalId: uuid("journal_id"),
  matchedWith: text("matched_with"),
  certain: boolean().notNull(),
  reason: text().notNull(),
  cleared: boolean().notNull().default(false),
  matchedBy: uuid("matched_by"),
  takenBackAt: instant("taken_back_at"),
  takenBackBy: uuid("taken_back_by"),
  takenBackReason: text("taken_back_reason"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const bankAlarm = pgTable("bank_alarm", {
  orgId: uuid("org_id").notNull(),
  lineId: uuid("line_id").notNull(),
  code: text().$type<AlarmCode>().notNull(),
  paymentId: uuid("payment_id"),
  holdId: uuid("hold_id"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const bankFeeRule = pgTable("bank_fee_rule", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  agencyAccountId: uuid("agency_account_id").notNull(),
  label: text().notNull(),
  typeCode: text("type_code").notNull().default(""),
  words: text().notNull(),
  most: cents("most").notNull(),
  endedAt: instant("ended_at"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
