import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { AwardCase, Rule } from "./award.model.ts";
import type { AwardAnswer } from "./optimum.model.ts";
import type { AwardPart, Debrief, ScenarioRules, WindowRule } from "./scenario.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const awardScenario = pgTable("award_scenario", {
  ...own,
  evaluationId: uuid("evaluation_id").notNull(),
  name: text().notNull(),
  kind: text({ enum: ["lowest", "single", "optimum", "rules"] }).notNull(),
  rules: jsonb().$type<ScenarioRules>().notNull(),
  status: text({ enum: ["waiting", "solving", "optimal", "stopped", "infeasible", "failed"] })
    .notNull()
    .default("waiting"),
  jobId: uuid("job_id"),
  problem: jsonb().$type<AwardCase>().notNull(),
  answer: jsonb().$type<AwardAnswer>(),
  rulePrices: jsonb("rule_prices").$type<RulePrice[]>().notNull().default([]),
  createdBy: uuid("created_by").notNull(),
  ...kept,
});
/**
 * What a rule costs: the judged optimum without it, and how far that is proven; null when there is
 * no award without it either.
 */
export type RulePrice = {
  rule: Rule;
  judgedCents: number | null;
  boundCents: number | null;
  /** Where criteria give points: those of the best award without the rule, in hundredths. */
  points?: number | null;
};

export const award = pgTable("award", {
  ...own,
  number: text().notNull(),
  solicitationId: uuid("solicitation_id").notNull(),
  evaluationId: uuid("evaluation_id"),
  status: text().notNull().default("intent"),
  parts: jsonb().$type<AwardPart[]>().notNull(),
  totalCents: bigint("total_cents", { mode: "number" }).notNull(),
  basis: text().notNull().default(""),
  departure: text().notNull().default(""),
  postedBy: uuid("posted_by"),
  postedAt: instant("posted_at").notNull(),
  windowEndsAt: instant("window_ends_at").notNull(),
  windowRule: jsonb("window_rule").$type<WindowRule>().notNull(),
  finalisedBy: uuid("finalised_by"),
  finalisedAt: instant("finalised_at"),
  endedReason: text("ended_reason"),
  ...kept,
});

export const awardOrder = pgTable("award_order", {
  ...own,
  awardId: uuid("award_id").notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
});

export const awardNotice = pgTable("award_notice", {
  ...own,
  solicitationId: uuid("solicitation_id").notNull(),
  awardId: uuid("award_id"),
  vendorId: uuid("vendor_id").notNull(),
  kind: text({
    enum: ["intent", "not_selected", "awarded", "cancelled", "no_award", "withdrawn"],
  }).notNull(),
  title: text().notNull(),
  text: text().notNull(),
  debrief: jsonb().$type<Debrief>().notNull(),
  protestUntil: instant("protest_until"),
  sentAt: instant("sent_at").notNull().defaultNow(),
});
