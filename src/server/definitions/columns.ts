import { integer, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/**
 * The columns that a table of definitions has beside those of its body; its migration makes them
 * and ends with `select levee_definition('table_name');`.
 */
export const definitionColumns = {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  definitionId: uuid("definition_id").notNull(),
  versionNo: integer("version_no").notNull(),
  name: text().notNull(),
  status: text({ enum: ["draft", "published", "retired"] })
    .notNull()
    .default("draft"),
  publishedAt: instant("published_at"),
  publishedBy: uuid("published_by"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
