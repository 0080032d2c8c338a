import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Given } from "./assembly.labels.ts";

/** Which assembly a measurement names, with the values that were typed for it. */
export const measurementAssembly = pgTable("measurement_assembly", {
  orgId: uuid("org_id").notNull(),
  measurementId: uuid("measurement_id").notNull(),
  assemblyVersionId: uuid("assembly_version_id").notNull(),
  typed: jsonb().$type<Record<string, Given>>().notNull().default({}),
});
