import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const contractMaster = pgTable("contract_master", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  title: text().notNull(),
  ceiling: bigint({ mode: "number" }).notNull(),
  drawn: bigint({ mode: "number" }).notNull().default(0),
  toldPercent: integer("told_percent").notNull().default(0),
  awardId: uuid("award_id"),
  earlierNumber: text("earlier_number").notNull().default(""),
  createdBy: uuid("created_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
