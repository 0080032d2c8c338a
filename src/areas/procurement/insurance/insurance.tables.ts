import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const insuranceOverride = pgTable("insurance_override", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  solicitationId: uuid("solicitation_id"),
  purchaseOrderId: uuid("purchase_order_id"),
  vendorId: uuid("vendor_id").notNull(),
  expiredOn: day("expired_on"),
  coverage: text().notNull().default(""),
  reason: text().notNull(),
  personId: uuid("person_id").notNull(),
  at: instant("at").notNull(),
});
