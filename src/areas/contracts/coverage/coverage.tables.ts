import { bigint, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { CoverageKind } from "./coverage.labels.ts";

const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const coverageDemand = pgTable("coverage_demand", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  contractId: uuid("contract_id").notNull(),
  kind: text().$type<CoverageKind>().notNull(),
  amount: bigint({ mode: "number" }),
  percent: numeric({ precision: 6, scale: 2 }),
  citation: text().notNull().default(""),
  ...kept,
});

export const coverageCertificate = pgTable("coverage_certificate", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  contractId: uuid("contract_id").notNull(),
  kind: text().$type<CoverageKind>().notNull(),
  status: text().notNull().default("submitted"),
  issuer: text().notNull(),
  policyNumber: text("policy_number").notNull(),
  amount: bigint({ mode: "number" }).notNull(),
  fromOn: day("from_on").notNull(),
  toOn: day("to_on"),
  fileId: uuid("file_id").notNull(),
  side: text().$type<"agency" | "vendor">().notNull(),
  submittedBy: uuid("submitted_by"),
  decidedBy: uuid("decided_by"),
  statusReason: text("status_reason"),
  ...kept,
});
