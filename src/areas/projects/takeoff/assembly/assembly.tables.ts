import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { AssemblyItem, Variable } from "./assembly.labels.ts";

export const takeoffAssembly = pgTable("takeoff_assembly", {
  ...definitionColumns,
  about: text().notNull().default(""),
  variables: jsonb().$type<Variable[]>().notNull(),
  items: jsonb().$type<AssemblyItem[]>().notNull(),
});
