import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const assetImprovement = pgTable("asset_improvement", {
  ...own,
  assetId: uuid("asset_id").notNull(),
  onDay: day("on_day").notNull(),
  cents: cents("cents").notNull(),
  lifeMonths: integer("life_months"),
  description: text().notNull(),
  workOrderId: uuid("work_order_id"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const capitalizationRule = pgTable("capitalization_rule", {
  ...own,
  fromDay: day("from_day").notNull(),
  thresholdCents: cents("threshold_cents").notNull(),
  source: text().notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
