import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { MergeField, MergeStatus, MovedCount } from "./merge.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const vendorMerge = pgTable("vendor_merge", {
  ...own,
  number: text().notNull(),
  keptId: uuid("kept_id").notNull(),
  mergedId: uuid("merged_id").notNull(),
  keptVersion: integer("kept_version").notNull(),
  mergedVersion: integer("merged_version").notNull(),
  taken: jsonb().$type<MergeField[]>().notNull().default([]),
  account: text({ enum: ["kept", "merged", "none"] })
    .notNull()
    .default("none"),
  reason: text().notNull(),
  status: text().$type<MergeStatus>().notNull().default("proposed"),
  answer: text().notNull().default(""),
  moved: jsonb().$type<MovedCount[]>().notNull().default([]),
  proposedBy: uuid("proposed_by").notNull(),
  decidedBy: uuid("decided_by"),
  decidedAt: instant("decided_at"),
  ...kept,
});

export const vendorPair = pgTable("vendor_pair", {
  ...own,
  firstId: uuid("first_id").notNull(),
  secondId: uuid("second_id").notNull(),
  score: integer().notNull(),
  speaksFor: text("speaks_for").array().notNull(),
  speaksAgainst: text("speaks_against").array().notNull(),
  foundAt: instant("found_at").notNull().defaultNow(),
});

export const vendorNotSame = pgTable("vendor_not_same", {
  ...own,
  firstId: uuid("first_id").notNull(),
  secondId: uuid("second_id").notNull(),
  reason: text().notNull(),
  saidBy: uuid("said_by").notNull(),
  saidAt: instant("said_at").notNull().defaultNow(),
  undoneBy: uuid("undone_by"),
  undoneAt: instant("undone_at"),
  ...kept,
});

export const vendorAsIssued = pgTable("vendor_as_issued", {
  ...own,
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  number: text().notNull(),
  name: text().notNull(),
  address: text().notNull().default(""),
  mergeId: uuid("merge_id").notNull(),
});
