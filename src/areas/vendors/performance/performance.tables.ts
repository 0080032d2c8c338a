import { integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const n = (name: string) => integer(name).notNull().default(0);

export const vendorScore = pgTable("vendor_score", {
  orgId: uuid("org_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  fromOn: day("from_on").notNull(),
  toOn: day("to_on").notNull(),
  deliveryN: n("delivery_n"),
  deliveryBad: n("delivery_bad"),
  qualityN: n("quality_n"),
  qualityBad: n("quality_bad"),
  priceN: n("price_n"),
  priceBad: n("price_bad"),
  disputeN: n("dispute_n"),
  disputeBad: n("dispute_bad"),
  evaluationN: n("evaluation_n"),
  evaluationSum: n("evaluation_sum"),
  events: n("events"),
  score: numeric({ precision: 5, scale: 2 }),
  computedAt: instant("computed_at").notNull().defaultNow(),
});

export const vendorEvaluation = pgTable("vendor_evaluation", {
  ...own,
  vendorId: uuid("vendor_id").notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  quality: integer().notNull(),
  timeliness: integer().notNull(),
  service: integer().notNull(),
  comment: text().notNull(),
  evaluatedOn: day("evaluated_on").notNull(),
  evaluatedBy: uuid("evaluated_by").notNull(),
  evaluatedByName: text("evaluated_by_name").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const correctivePlan = pgTable("corrective_plan", {
  ...own,
  number: text().notNull(),
  vendorId: uuid("vendor_id").notNull(),
  title: text().notNull(),
  finding: text().notNull(),
  wanted: text().notNull(),
  dueOn: day("due_on").notNull(),
  status: text().notNull().default("draft"),
  answer: text(),
  answeredByName: text("answered_by_name"),
  answeredAt: instant("answered_at"),
  outcome: text(),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const performanceReply = pgTable("performance_reply", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  kind: text("kind").notNull(),
  eventId: uuid("event_id").notNull(),
  body: text("body").notNull(),
  personId: uuid("person_id"),
  personName: text("person_name").notNull(),
  createdAt: instant("created_at").notNull(),
});
