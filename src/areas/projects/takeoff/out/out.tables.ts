import { integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** What of a measurement stands in a line of a requisition, or in an item of a solicitation. */
export const measuredLine = pgTable("measured_line", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  measurementId: uuid("measurement_id").notNull(),
  requisitionId: uuid("requisition_id"),
  solicitationId: uuid("solicitation_id"),
  lineNo: integer("line_no").notNull(),
  itemKey: text("item_key").notNull(),
  description: text().notNull(),
  unit: text().notNull(),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});
