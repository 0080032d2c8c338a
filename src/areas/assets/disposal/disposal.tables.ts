import { bigint, boolean, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { DisposalWay, ValueBasis } from "./disposal.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });

export const assetDisposal = pgTable("asset_disposal", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  assetId: uuid("asset_id").notNull(),
  way: text().$type<DisposalWay>().notNull(),
  valueCents: cents("value_cents").notNull(),
  valueOn: day("value_on").notNull(),
  basis: text().$type<ValueBasis>().notNull(),
  basisWords: text("basis_words").notNull(),
  reason: text().notNull(),
  federalPercent: numeric("federal_percent", { precision: 5, scale: 2 }).notNull().default("0"),
  limitCents: cents("limit_cents"),
  grantorAskedOn: day("grantor_asked_on"),
  grantorAnsweredOn: day("grantor_answered_on"),
  grantorWords: text("grantor_words").notNull().default(""),
  keepsExpenses: boolean("keeps_expenses").notNull().default(false),
  shareCents: cents("share_cents").notNull().default(0),
  keptCents: cents("kept_cents").notNull().default(0),
  proposedBy: uuid("proposed_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
