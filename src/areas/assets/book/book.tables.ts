import { bigint, date, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const assetImprovement = pgTable("asset_improvement", {
  ...own,
  assetId: uuid("asset_id").notNull(),
  onDay: date("on_day").notNull(),
  cents: cents("cents").notNull(),
  lifeMonths: integer("life_months"),
  description: text().notNull(),
  workOrderId: uuid("work_order_id"),
  createdBy: uuid("created_by"),
  createdAt: at("created_at").notNull().defaultNow(),
});

export const capitalizationRule = pgTable("capitalization_rule", {
  ...own,
  fromDay: date("from_day").notNull(),
  thresholdCents: cents("threshold_cents").notNull(),
  source: text().notNull(),
  createdBy: uuid("created_by"),
  createdAt: at("created_at").notNull().defaultNow(),
});
