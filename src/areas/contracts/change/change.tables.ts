import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { ClockUnit } from "../claim/claim.labels.ts";
import type { YearAmount } from "../contracts.tables.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const contractChangeTerms = pgTable("contract_change_terms", {
  ...own,
  noticeDays: integer("notice_days"),
  submitDays: integer("submit_days"),
  decideDays: integer("decide_days"),
  appealDays: integer("appeal_days"),
  noticeIn: text("notice_in").$type<ClockUnit>().notNull().default("days"),
  submitIn: text("submit_in").$type<ClockUnit>().notNull().default("days"),
  decideIn: text("decide_in").$type<ClockUnit>().notNull().default("days"),
  appealIn: text("appeal_in").$type<ClockUnit>().notNull().default("days"),
  dayCount: text("day_count").$type<"calendar" | "business">().notNull().default("calendar"),
  citation: text().notNull().default(""),
  published: boolean().notNull().default(false),
  ...kept,
});

export const contractChange = pgTable("contract_change", {
  ...own,
  number: text().notNull(),
  contractId: uuid("contract_id").notNull(),
  sequence: integer().notNull(),
  status: text().notNull().default("proposed"),
  side: text().$type<"agency" | "vendor">().notNull(),
  title: text().notNull(),
  reason: text().notNull(),
  increase: cents("increase").notNull().default(0),
  decrease: cents("decrease").notNull().default(0),
  days: integer().notNull().default(0),
  inScope: boolean("in_scope"),
  scopeReason: text("scope_reason").notNull().default(""),
  analysis: text().notNull().default(""),
  funding: text().notNull().default(""),
  yearPlan: jsonb("year_plan").$type<YearAmount[]>().notNull().default([]),
  bodyNumber: text("body_number"),
  bodyDay: day("body_day"),
  bodyFileId: uuid("body_file_id"),
  claimId: uuid("claim_id"),
  draftedBy: jsonb("drafted_by").$type<string[]>().notNull().default([]),
  proposedBy: text("proposed_by").notNull().default(""),
  statusReason: text("status_reason"),
  appliedAt: instant("applied_at"),
  ...kept,
});

export const contractChangeLine = pgTable("contract_change_line", {
  ...own,
  changeId: uuid("change_id").notNull(),
  lineNo: integer("line_no").notNull(),
  description: text().notNull(),
  amount: cents("amount").notNull(),
  days: integer().notNull().default(0),
});
