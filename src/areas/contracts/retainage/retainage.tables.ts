import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

/** When the work of a contract was substantially complete, and what stood open then. */
export const contractCompletion = pgTable("contract_completion", {
  orgId: uuid("org_id").notNull(),
  /** The contract. */
  id: uuid().notNull(),
  completedOn: day("completed_on").notNull(),
  costToCorrect: bigint("cost_to_correct", { mode: "number" }).notNull().default(0),
  remaining: text().notNull().default(""),
  papersOpen: boolean("papers_open").notNull().default(true),
  fileId: uuid("file_id"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
