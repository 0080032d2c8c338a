import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import { day, instant } from "#server/db/time-columns.ts";
import type { RuleLine } from "./rules/rules.model.ts";
import type { FrozenPeriod, Waiting } from "./period/period.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const glAccount = pgTable("gl_account", {
  ...own,
  kind: text({ enum: ["fund", "account"] }).notNull(),
  code: text().notNull(),
  name: text().notNull(),
  class: text().notNull(),
  role: text(),
  active: boolean().notNull().default(true),
  ...kept,
});

export const accountingPeriod = pgTable("accounting_period", {
  ...own,
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  number: text().notNull(),
  year: integer().notNull(),
  place: integer().notNull(),
  name: text().notNull(),
  firstDay: day("first_day").notNull(),
  lastDay: day("last_day").notNull(),
  adjustment: boolean().notNull().default(false),
  status: text().notNull().default("open"),
  waits: jsonb().$type<Waiting[]>().notNull().default([]),
  frozen: jsonb().$type<FrozenPeriod>(),
  sha256: text(),
  preparedBy: uuid("prepared_by"),
  preparedAt: instant("prepared_at"),
  closedBy: uuid("closed_by"),
  closedAt: instant("closed_at"),
  ...kept,
});

export const postingRules = pgTable("posting_rules", {
  ...definitionColumns,
  rules: jsonb().$type<RuleLine[]>().notNull(),
});

export const journalEntry = pgTable("journal_entry", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  kind: text({ enum: ["entry", "opening", "accrual"] })
    .notNull()
    .default("entry"),
  title: text().notNull(),
  reason: text().notNull().default(""),
  postedOn: day("posted_on").notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  reversesOn: day("reverses_on"),
  reversalOf: uuid("reversal_of"),
  total: bigint({ mode: "number" }).notNull().default(0),
  externalNo: text("external_no"),
  preparedBy: uuid("prepared_by"),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  ...kept,
});

export const journalEntryLine = pgTable("journal_entry_line", {
  ...own,
  entryId: uuid("entry_id").notNull(),
  lineNo: integer("line_no").notNull(),
  fundId: uuid("fund_id").notNull(),
  accountId: uuid("account_id").notNull(),
  accountStringId: uuid("account_string_id"),
  code: text().notNull().default(""),
  cents: bigint({ mode: "number" }).notNull(),
  memo: text().notNull().default(""),
  importNo: text("import_no").notNull().default(""),
});

export const glEntry = pgTable("gl_entry", {
  ...own,
  seq: bigint({ mode: "number" }).notNull(),
  source: text({ enum: ["commitment", "cash", "entry", "year_end"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  event: text().notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  periodId: uuid("period_id").notNull(),
  postedOn: day("posted_on").notNull(),
  recordDay: day("record_day").notNull(),
  documentType: text("document_type").notNull(),
  documentId: uuid("document_id").notNull(),
  documentNumber: text("document_number").notNull(),
  what: text().notNull().default(""),
  rulesId: uuid("rules_id"),
  ownThere: boolean("own_there").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const glLine = pgTable("gl_line", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull().defaultRandom(),
  entryId: uuid("entry_id").notNull(),
  lineNo: integer("line_no").notNull(),
  periodId: uuid("period_id").notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  fundId: uuid("fund_id").notNull(),
  accountId: uuid("account_id").notNull(),
  accountStringId: uuid("account_string_id"),
  code: text().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  item: text({ enum: ["payable", "retained"] }),
  itemId: uuid("item_id"),
});

export const glPending = pgTable("gl_pending", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull().defaultRandom(),
  source: text({ enum: ["commitment", "cash"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  onDay: day("on_day").notNull(),
  fiscalYearId: uuid("fiscal_year_id"),
  documentType: text("document_type").notNull(),
  documentId: uuid("document_id").notNull(),
  documentNumber: text("document_number").notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  reason: text().notNull(),
  since: instant("since").notNull().defaultNow(),
});
