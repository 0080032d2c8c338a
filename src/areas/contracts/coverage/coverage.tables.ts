import {
  bigint,
  date,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { CoverageKind } from "./coverage.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const kept = {
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
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
  fromOn: date("from_on").notNull(),
  toOn: date("to_on"),
  fileId: uuid("file_id").notNull(),
  side: text().$type<"agency" | "vendor">().notNull(),
  submittedBy: uuid("submitted_by"),
  decidedBy: uuid("decided_by"),
  statusReason: text("status_reason"),
  ...kept,
});
