import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const legalHold = pgTable("legal_hold", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("standing"),
  matter: text().notNull(),
  reason: text().notNull(),
  placedBy: uuid("placed_by").notNull(),
  /** Their names as they were then. */
  placedName: text("placed_name").notNull(),
  placedAt: instant("placed_at").notNull().defaultNow(),
  liftedBy: uuid("lifted_by"),
  liftedName: text("lifted_name"),
  liftedAt: instant("lifted_at"),
  liftReason: text("lift_reason"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const legalHoldRecord = pgTable("legal_hold_record", {
  orgId: uuid("org_id").notNull(),
  holdId: uuid("hold_id").notNull(),
  objectType: text("object_type").notNull(),
  objectId: uuid("object_id").notNull(),
  objectNumber: text("object_number").notNull(),
  addedBy: uuid("added_by").notNull(),
  addedAt: instant("added_at").notNull().defaultNow(),
});
