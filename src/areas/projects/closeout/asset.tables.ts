import { bigint, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** What of a project's cents an asset bears, under the asset's id. */
export const projectAsset = pgTable("project_asset", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  projectId: uuid("project_id").notNull(),
  costCodeId: uuid("cost_code_id"),
  cents: bigint({ mode: "number" }).notNull(),
  draftedBy: uuid("drafted_by").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
