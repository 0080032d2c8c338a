import { bigint, boolean, integer, jsonb, pgTable, pgView, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Category } from "./chart.labels.ts";
import type { BookContent } from "./book/book.model.ts";
import type { ActualYear, BasePart } from "./base/base.model.ts";
import type { PackageLine, VersionLine } from "./proposal/proposal.model.ts";
import type { ImportedFigure, TakenLine } from "./take-back/take-back.model.ts";
import type { Split } from "./position/position.model.ts";

const cents = () => bigint({ mode: "number" });
const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const budgetCycle = pgTable("budget_cycle", {
  ...ids,
  number: text().notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  status: text().notNull().default("preparation"),
  message: text().notNull().default(""),
  inflation: jsonb().$type<Partial<Record<Category, number>>>().notNull().default({}),
  preparedBy: uuid("prepared_by"),
  preparedAt: instant("prepared_at"),
  decidedOn: day("decided_on"),
  resolution: text().notNull().default(""),
  votesFor: integer("votes_for"),
  votesAgainst: integer("votes_against"),
  document: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  adoptedAt: instant("adopted_at"),
  ...kept,
});

export const budgetCycleStep = pgTable("budget_cycle_step", {
  ...ids,
  cycleId: uuid("cycle_id").notNull(),
  lineNo: integer("line_no").notNull(),
  title: text().notNull(),
  dueOn: day("due_on").notNull(),
  ownerId: uuid("owner_id"),
  doneOn: day("done_on"),
});

export const budgetTarget = pgTable("budget_target", {
  ...ids,
  cycleId: uuid("cycle_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  fundId: uuid("fund_id").notNull(),
  cents: cents().notNull(),
});

export const budgetProposal = pgTable("budget_proposal", {
  ...ids,
  number: text().notNull(),
  cycleId: uuid("cycle_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  status: text().notNull().default("draft"),
  narrative: text().notNull().default(""),
  submittedBy: uuid("submitted_by"),
  ...kept,
});

export const budgetProposalLine = pgTable("budget_proposal_line", {
  ...ids,
  proposalId: uuid("proposal_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  source: text({ enum: ["entered", "positions", "capital"] })
    .notNull()
    .default("entered"),
  actuals: jsonb().$type<ActualYear[]>().notNull().default([]),
  revised: cents().notNull().default(0),
  projection: cents(),
  parts: jsonb().$type<BasePart[]>().notNull().default([]),
  base: cents().notNull().default(0),
  requested: cents().notNull().default(0),
  reviewed: cents(),
  reviewReason: text("review_reason").notNull().default(""),
  reviewedBy: uuid("reviewed_by"),
  note: text().notNull().default(""),
  imported: jsonb().$type<ImportedFigure | null>(),
  ...kept,
});

export const budgetPackage = pgTable("budget_package", {
  ...ids,
  proposalId: uuid("proposal_id").notNull(),
  rank: integer().notNull(),
  title: text().notNull(),
  kind: text({ enum: ["one_time", "ongoing"] }).notNull(),
  reason: text().notNull(),
  status: text({ enum: ["requested", "recommended", "cut"] })
    .notNull()
    .default("requested"),
  decisionReason: text("decision_reason").notNull().default(""),
  decidedBy: uuid("decided_by"),
  lines: jsonb().$type<PackageLine[]>().notNull().default([]),
  ...kept,
});

export const budgetProposalVersion = pgTable("budget_proposal_version", {
  ...ids,
  proposalId: uuid("proposal_id").notNull(),
  versionNo: integer("version_no").notNull(),
  label: text().notNull(),
  lines: jsonb().$type<VersionLine[]>().notNull(),
  takenBy: uuid("taken_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const budgetPosition = pgTable("budget_position", {
  ...ids,
  cycleId: uuid("cycle_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  packageId: uuid("package_id"),
  number: text().notNull(),
  title: text().notNull(),
  annualPay: bigint("annual_pay", { mode: "number" }).notNull(),
  annualBenefits: bigint("annual_benefits", { mode: "number" }).notNull(),
  fteThousandths: integer("fte_thousandths").notNull(),
  months: integer().notNull().default(12),
  filled: boolean().notNull().default(true),
  raiseHundredths: integer("raise_hundredths").notNull().default(0),
  raiseFromMonth: integer("raise_from_month").notNull().default(1),
  splits: jsonb().$type<Split[]>().notNull(),
  cents: cents().notNull().default(0),
  ...kept,
});

export const budgetFundRule = pgTable("budget_fund_rule", {
  ...ids,
  fundId: uuid("fund_id"),
  kind: text({ enum: ["balanced", "reserve"] }).notNull(),
  fromOn: day("from_on").notNull(),
  percentHundredths: integer("percent_hundredths").notNull().default(0),
  cents: cents().notNull().default(0),
  citation: text().notNull(),
  verified: boolean().notNull().default(false),
});

export const budgetFundBalance = pgTable("budget_fund_balance", {
  ...ids,
  cycleId: uuid("cycle_id").notNull(),
  fundId: uuid("fund_id").notNull(),
  beginning: cents().notNull().default(0),
  exception: text().notNull().default(""),
  exceptionBy: uuid("exception_by"),
  ...kept,
});

export const budgetAmendment = pgTable("budget_amendment", {
  ...ids,
  number: text().notNull(),
  kind: text({ enum: ["transfer", "supplement", "reduction"] }).notNull(),
  status: text().notNull().default("draft"),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  title: text().notNull(),
  reason: text().notNull(),
  source: text().notNull().default(""),
  amount: cents().notNull().default(0),
  requestedBy: uuid("requested_by"),
  postedBy: uuid("posted_by"),
  postedAt: instant("posted_at"),
  stopReason: text("stop_reason").notNull().default(""),
  fundDecision: text("fund_decision").notNull().default(""),
  ...kept,
});

export const budgetTakeBack = pgTable("budget_take_back", {
  ...ids,
  number: text().notNull(),
  status: text().notNull().default("taken_back"),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  reason: text().notNull(),
  lines: jsonb().$type<TakenLine[]>().notNull(),
  cents: cents().notNull(),
  takenBy: uuid("taken_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const budgetAmendmentLine = pgTable("budget_amendment_line", {
  ...ids,
  amendmentId: uuid("amendment_id").notNull(),
  lineNo: integer("line_no").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  cents: cents().notNull(),
});

export const budgetBook = pgTable("budget_book", {
  ...ids,
  cycleId: uuid("cycle_id").notNull(),
  versionNo: integer("version_no").notNull(),
  stage: text({ enum: ["proposed", "adopted"] }).notNull(),
  content: jsonb().$type<BookContent>().notNull(),
  hash: text().notNull(),
  publishedBy: uuid("published_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const budgetActual = pgTable("budget_actual", {
  ...ids,
  year: integer().notNull(),
  month: integer().notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  cents: cents().notNull(),
  /** The system that it comes from, as people call it; empty where nobody said. */
  source: text().notNull().default(""),
});

export const budgetForecast = pgTable("budget_forecast", {
  ...ids,
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  months: integer().notNull(),
  method: text().notNull(),
  cents: cents().notNull(),
  low: cents().notNull(),
  high: cents().notNull(),
  madeOn: day("made_on").notNull(),
});

export const budgetForecastScenario = pgTable("budget_forecast_scenario", {
  ...ids,
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  name: text().notNull(),
  changes: jsonb().$type<Partial<Record<Category, number>>>().notNull(),
  madeBy: uuid("made_by"),
  ...kept,
});

/** Every figure of a cycle by account string, what is asked and what stands of it (a view). */
export const budgetFigure = pgView("budget_figure", {
  orgId: uuid("org_id").notNull(),
  cycleId: uuid("cycle_id").notNull(),
  proposalId: uuid("proposal_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  packageId: uuid("package_id"),
  origin: text().notNull(),
  base: cents().notNull(),
  requested: cents().notNull(),
  recommended: cents().notNull(),
}).existing();
