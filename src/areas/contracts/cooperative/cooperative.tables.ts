import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Competition, Right } from "./cooperative.labels.ts";

export const contractCooperative = pgTable("contract_cooperative", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  leadAgency: text("lead_agency").notNull().default(""),
  leadNumber: text("lead_number").notNull().default(""),
  leadEndsOn: day("lead_ends_on"),
  competition: text().$type<Competition>(),
  competitionNote: text("competition_note").notNull().default(""),
  competitionFileId: uuid("competition_file_id"),
  rightKind: text("right_kind").$type<Right>(),
  rightNote: text("right_note").notNull().default(""),
  rightFileId: uuid("right_file_id"),
  scope: text().notNull().default(""),
  quantityLeft: text("quantity_left").notNull().default(""),
  amountLeft: bigint("amount_left", { mode: "number" }),
  clausesThere: boolean("clauses_there").notNull().default(false),
  clausesNote: text("clauses_note").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
