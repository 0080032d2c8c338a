import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

/** What everybody reads of a project, under the project's id. */
export const projectPublication = pgTable("project_publication", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  words: text().notNull(),
  name: text().notNull(),
  number: text().notNull(),
  place: text().notNull().default(""),
  status: text().notNull(),
  budgetCents: bigint("budget_cents", { mode: "number" }).notNull(),
  paidCents: bigint("paid_cents", { mode: "number" }).notNull(),
  contractors: text().notNull().default(""),
  finishOn: day("finish_on"),
  photoIds: jsonb("photo_ids").$type<string[]>().notNull().default([]),
  asOf: day("as_of").notNull(),
  publishedBy: uuid("published_by").notNull(),
  publishedAt: instant("published_at").notNull(),
  withdrawnAt: instant("withdrawn_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
