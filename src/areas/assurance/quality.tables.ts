import { bigint, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** What of the work is measured, against which target; its values are counted from the records. */
export const qualityObjective = pgTable("quality_objective", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("draft"),
  name: text().notNull(),
  measure: text({
    enum: ["firstPass", "inFull", "needToOrder", "rejected", "actionsInTime"],
  }).notNull(),
  direction: text({ enum: ["at_least", "at_most"] }).notNull(),
  target: numeric({ precision: 12, scale: 2 }).notNull(),
  period: text({ enum: ["month", "week"] }).notNull(),
  /** The days whose values give the limits. */
  baseFrom: day("base_from").notNull(),
  baseTo: day("base_to").notNull(),
  ownerId: uuid("owner_id").notNull(),
  ownerName: text("owner_name").notNull(),
  note: text().notNull().default(""),
  createdBy: uuid("created_by").notNull(),
  startedOn: day("started_on"),
  endedOn: day("ended_on"),
  ...kept,
});

/** What the values of an objective said, once, and what a person decided about it. */
export const qualitySignal = pgTable("quality_signal", {
  ...own,
  objectiveId: uuid("objective_id").notNull(),
  kind: text({ enum: ["outside", "run", "range"] }).notNull(),
  side: text({ enum: ["above", "below"] }).notNull(),
  fromOn: day("from_on").notNull(),
  toOn: day("to_on").notNull(),
  said: text().notNull(),
  status: text({ enum: ["proposed", "accepted", "dismissed"] })
    .notNull()
    .default("proposed"),
  foundOn: day("found_on").notNull(),
  decidedBy: uuid("decided_by"),
  decidedName: text("decided_name").notNull().default(""),
  decidedOn: day("decided_on"),
  reason: text().notNull().default(""),
  actionId: uuid("action_id"),
  actionNumber: text("action_number").notNull().default(""),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Goods or work that do not meet what was ordered. */
export const nonconformance = pgTable("nonconformance", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("reported"),
  title: text().notNull(),
  description: text().notNull().default(""),
  place: text().notNull().default(""),
  quantity: numeric({ precision: 18, scale: 4 }),
  unit: text().notNull().default(""),
  receiptLineId: uuid("receipt_line_id"),
  receiptNumber: text("receipt_number").notNull().default(""),
  orderId: uuid("order_id"),
  orderNumber: text("order_number").notNull().default(""),
  vendorId: uuid("vendor_id"),
  vendorName: text("vendor_name").notNull().default(""),
  photoFileIds: jsonb("photo_file_ids").$type<string[]>().notNull().default([]),
  reportedBy: uuid("reported_by").notNull(),
  reportedName: text("reported_name").notNull(),
  reportedOn: day("reported_on").notNull(),
  containment: text().notNull().default(""),
  containedBy: uuid("contained_by"),
  containedName: text("contained_name").notNull().default(""),
  containedOn: day("contained_on"),
  disposition: text({ enum: ["use_as_is", "rework", "returned", "scrap"] }),
  cause: text({ enum: ["vendor", "own", "carrier", "unknown"] }),
  decisionReason: text("decision_reason").notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedName: text("decided_name").notNull().default(""),
  decidedOn: day("decided_on"),
  planId: uuid("plan_id"),
  planNumber: text("plan_number").notNull().default(""),
  noPlanReason: text("no_plan_reason").notNull().default(""),
  otherCents: bigint("other_cents", { mode: "number" }).notNull().default(0),
  /** Counted from the records on the day it was closed. */
  costCents: bigint("cost_cents", { mode: "number" }),
  closedOn: day("closed_on"),
  ...kept,
});
