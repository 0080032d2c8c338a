import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const cents = () => bigint({ mode: "number" });
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const segmentValue = pgTable("segment_value", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  kind: text({ enum: ["fund", "account", "project", "award"] }).notNull(),
  code: text().notNull(),
  name: text().notNull(),
  stop: text({ enum: ["hard", "soft"] })
    .notNull()
    .default("hard"),
  federal: boolean().notNull().default(false),
  assistanceListing: text("assistance_listing"),
  startsOn: day("starts_on"),
  endsOn: day("ends_on"),
  active: boolean().notNull().default(true),
  class: text({ enum: ["revenue", "expenditure", "transfer_in", "transfer_out"] })
    .notNull()
    .default("expenditure"),
  category: text({ enum: ["personnel", "operating", "capital", "debt"] })
    .notNull()
    .default("operating"),
  ...kept,
});

export const accountString = pgTable("account_string", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  code: text().notNull(),
  fundId: uuid("fund_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  accountId: uuid("account_id").notNull(),
  projectId: uuid("project_id"),
  awardId: uuid("award_id"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const costCode = pgTable("cost_code", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  code: text().notNull(),
  name: text().notNull(),
  covers: text().notNull().default(""),
  active: boolean().notNull().default(true),
  retiredBecause: text("retired_because").notNull().default(""),
  ...kept,
});

export const fiscalYear = pgTable("fiscal_year", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  year: integer().notNull(),
  startsOn: day("starts_on").notNull(),
  endsOn: day("ends_on").notNull(),
  status: text({ enum: ["planned", "open", "closed"] })
    .notNull()
    .default("open"),
  version: integer().notNull().default(1),
});

export const budgetLine = pgTable("budget_line", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  original: cents().notNull().default(0),
  adjusted: cents().notNull().default(0),
  preEncumbered: bigint("pre_encumbered", { mode: "number" }).notNull().default(0),
  encumbered: cents().notNull().default(0),
  expended: cents().notNull().default(0),
  note: text().notNull().default(""),
  closed: boolean().notNull().default(false),
  ...kept,
});

export const budgetChange = pgTable("budget_change", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  kind: text({ enum: ["amend", "transfer"] }).notNull(),
  status: text().notNull().default("entered"),
  budgetLineId: uuid("budget_line_id").notNull(),
  fromLineId: uuid("from_line_id"),
  amount: cents().notNull(),
  reason: text().notNull(),
  source: text().notNull().default(""),
  requestedBy: uuid("requested_by"),
  postedBy: uuid("posted_by"),
  postedAt: instant("posted_at"),
  stopReason: text("stop_reason"),
  ...kept,
});

export const commitmentEntry = pgTable("commitment_entry", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  budgetLineId: uuid("budget_line_id").notNull(),
  kind: text({
    enum: [
      "adopt",
      "amend",
      "transfer",
      "pre_encumber",
      "encumber",
      "expend",
      "release",
      "reverse",
      "carry",
    ],
  }).notNull(),
  adjusted: cents().notNull().default(0),
  preEncumbered: bigint("pre_encumbered", { mode: "number" }).notNull().default(0),
  encumbered: cents().notNull().default(0),
  expended: cents().notNull().default(0),
  documentType: text("document_type").notNull(),
  documentId: uuid("document_id").notNull(),
  documentNumber: text("document_number").notNull(),
  postedOn: day("posted_on").notNull(),
  postedBy: uuid("posted_by"),
  note: text().notNull().default(""),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const generalLedger = pgTable("general_ledger", {
  orgId: uuid("org_id").notNull(),
  beginsOn: day("begins_on").notNull(),
  closedThrough: day("closed_through"),
  ...kept,
});
