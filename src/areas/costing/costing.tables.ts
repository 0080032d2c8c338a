import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { RunLine, Target } from "./allocation/allocation.model.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const ids = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
};

export const costCenter = pgTable("cost_center", {
  ...ids,
  code: text().notNull(),
  name: text().notNull(),
  departmentId: uuid("department_id").notNull(),
  ownerId: uuid("owner_id"),
  fromOn: date("from_on").notNull(),
  toOn: date("to_on"),
  ...kept,
});

export const costCenterParent = pgTable("cost_center_parent", {
  ...ids,
  centerId: uuid("center_id").notNull(),
  parentId: uuid("parent_id"),
  fromOn: date("from_on").notNull(),
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
  period: date().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  lines: jsonb().$type<RunLine[]>().notNull(),
  journalId: uuid("journal_id").notNull(),
  live: boolean().notNull().default(true),
  madeBy: uuid("made_by"),
  createdAt: moment("created_at").notNull().defaultNow(),
});
