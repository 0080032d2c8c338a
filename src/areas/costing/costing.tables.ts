import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { RunLine, Target } from "./allocation/allocation.model.ts";

const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const costCenter = pgTable("cost_center", {
  ...ids,
  code: text().notNull(),
  name: text().notNull(),
  departmentId: uuid("department_id").notNull(),
  ownerId: uuid("owner_id"),
  fromOn: day("from_on").notNull(),
  toOn: day("to_on"),
  ...kept,
});

export const costCenterParent = pgTable("cost_center_parent", {
  ...ids,
  centerId: uuid("center_id").notNull(),
  parentId: uuid("parent_id"),
  fromOn: day("from_on").notNull(),
});

export const allocationPool = pgTable("allocation_pool", {
  ...ids,
  code: text().notNull(),
  name: text().notNull(),
  accountStringId: uuid("account_string_id").notNull(),
  basis: text({ enum: ["percent", "fte"] }).notNull(),
  targets: jsonb().$type<Target[]>().notNull(),
  active: boolean().notNull().default(true),
  ...kept,
});

export const allocationRun = pgTable("allocation_run", {
  ...ids,
  poolId: uuid("pool_id").notNull(),
  period: day().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  lines: jsonb().$type<RunLine[]>().notNull(),
  journalId: uuid("journal_id").notNull(),
  live: boolean().notNull().default(true),
  madeBy: uuid("made_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
