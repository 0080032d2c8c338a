import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Change } from "./compare.model.ts";
import type { AnswerKind, Decision, RoundContent, RoundStatus } from "./negotiation.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const negotiationRound = pgTable("negotiation_round", {
  ...own,
  contractId: uuid("contract_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  roundNo: integer("round_no").notNull(),
  status: text().$type<RoundStatus>().notNull().default("sent"),
  contractNumber: text("contract_number").notNull(),
  contractTitle: text("contract_title").notNull(),
  content: jsonb().$type<RoundContent>().notNull(),
  sha256: text().notNull(),
  message: text().notNull().default(""),
  answerBy: day("answer_by").notNull(),
  sentBy: uuid("sent_by"),
  sentAt: instant("sent_at").notNull(),
  answeredBy: uuid("answered_by"),
  answeredAt: instant("answered_at"),
  remark: text().notNull().default(""),
  answerSha256: text("answer_sha256"),
  endedAt: instant("ended_at"),
  endedReason: text("ended_reason"),
  ...kept,
});

export const negotiationAnswer = pgTable("negotiation_answer", {
  ...own,
  roundId: uuid("round_id").notNull(),
  contractClauseId: uuid("contract_clause_id").notNull(),
  answer: text().$type<AnswerKind>().notNull(),
  text: text().notNull().default(""),
  remark: text().notNull().default(""),
  decision: text().$type<Decision>(),
  counterText: text("counter_text"),
  fallbackRank: integer("fallback_rank"),
  note: text().notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  ...kept,
});

export const negotiationFile = pgTable("negotiation_file", {
  ...own,
  roundId: uuid("round_id").notNull(),
  fileId: uuid("file_id").notNull(),
  sha256: text().notNull(),
  name: text().notNull(),
  unsearchable: text(),
  changes: jsonb().$type<Change[]>(),
  sentBy: uuid("sent_by"),
  sentAt: instant("sent_at").notNull(),
});
