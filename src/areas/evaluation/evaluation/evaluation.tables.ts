import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const part = { ...own, evaluationId: uuid("evaluation_id").notNull() };

export const evaluation = pgTable("evaluation", {
  ...own,
  number: text().notNull(),
  solicitationId: uuid("solicitation_id").notNull(),
  round: integer().notNull().default(1),
  status: text().notNull().default("setup"),
  coordinatorId: uuid("coordinator_id").notNull(),
  minimumEvaluators: integer("minimum_evaluators").notNull(),
  scored: boolean().notNull(),
  lockedAt: instant("locked_at"),
  priceOpenedAt: instant("price_opened_at"),
  sheetDigest: text("sheet_digest"),
  rankedAt: instant("ranked_at"),
  analysisKind: text("analysis_kind", { enum: ["price", "cost"] }),
  scenarioId: uuid("scenario_id"),
  memoDigest: text("memo_digest"),
  memoSignedBy: uuid("memo_signed_by"),
  memoSignedAt: instant("memo_signed_at"),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  endedReason: text("ended_reason"),
  ...kept,
});

export type BidderDeclaration = { vendorId: string; conflict: boolean; note: string };
export const evaluationMember = pgTable("evaluation_member", {
  ...part,
  personId: uuid("person_id").notNull(),
  role: text({ enum: ["chair", "evaluator", "coordinator"] }).notNull(),
  scoring: boolean().notNull(),
  declaredAt: instant("declared_at"),
  declaration: text().notNull().default(""),
  biddersDeclaredAt: instant("bidders_declared_at"),
  bidders: jsonb().$type<BidderDeclaration[]>().notNull().default([]),
  recusedAt: instant("recused_at"),
  recusalReason: text("recusal_reason"),
  submittedAt: instant("submitted_at"),
  substituteSince: instant("substitute_since"),
  ...kept,
});

export type Responsibility = {
  screening: { result: string | null; at: string | null };
  status: string;
  insuranceUntil: string | null;
  references: string;
  capacity: string;
  performance: string;
  checkedOn: string;
};
export const evaluationBid = pgTable("evaluation_bid", {
  ...part,
  bidId: uuid("bid_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  responsive: boolean(),
  responsiveReason: text("responsive_reason").notNull().default(""),
  responsible: boolean(),
  responsibleReason: text("responsible_reason").notNull().default(""),
  responsibility: jsonb().$type<Responsibility>(),
  preferred: boolean().notNull().default(false),
  counts: boolean().notNull().default(false),
  standingNote: text("standing_note").notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  ...kept,
});

export const evaluationCheck = pgTable("evaluation_check", {
  ...own,
  evaluationBidId: uuid("evaluation_bid_id").notNull(),
  item: text().notNull(),
  label: text().notNull(),
  mandatory: boolean().notNull(),
  result: text({ enum: ["met", "not_met", "minor", "not_applicable"] }).notNull(),
  note: text().notNull().default(""),
  checkedBy: uuid("checked_by").notNull(),
  checkedAt: instant("checked_at").notNull().defaultNow(),
});

export const evaluationScore = pgTable("evaluation_score", {
  ...part,
  memberId: uuid("member_id").notNull(),
  evaluationBidId: uuid("evaluation_bid_id").notNull(),
  criterionId: uuid("criterion_id").notNull(),
  score: numeric({ precision: 5, scale: 2 }).notNull(),
  note: text().notNull().default(""),
  ...kept,
});

export const evaluationConsensus = pgTable("evaluation_consensus", {
  ...part,
  evaluationBidId: uuid("evaluation_bid_id").notNull(),
  criterionId: uuid("criterion_id").notNull(),
  score: numeric({ precision: 5, scale: 2 }).notNull(),
  mean: numeric({ precision: 7, scale: 4 }).notNull(),
  comment: text().notNull().default(""),
  setBy: uuid("set_by"),
  ...kept,
});

export const evaluationRound = pgTable("evaluation_round", {
  ...part,
  kind: text({ enum: ["interview", "best_and_final"] }).notNull(),
  roundNo: integer("round_no").notNull(),
  evaluationBidId: uuid("evaluation_bid_id").notNull(),
  heldOn: day("held_on").notNull(),
  note: text().notNull(),
  recordedBy: uuid("recorded_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const evaluationText = pgTable("evaluation_text", {
  ...part,
  kind: text({ enum: ["sheet", "analysis", "finding", "memo", "departure"] }).notNull(),
  text: text().notNull(),
  digest: text().notNull(),
  writtenBy: uuid("written_by").notNull(),
  writtenAt: instant("written_at").notNull().defaultNow(),
});

export type EvaluationRecord = typeof evaluation.$inferSelect;
