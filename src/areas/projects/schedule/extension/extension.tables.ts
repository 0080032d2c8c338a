import { integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Snapshot } from "../snapshot.model.ts";
import type { AskedSlip } from "./extension.model.ts";

/** A change of a contract that was asked because a schedule slipped; its id is the change's. */
export const scheduleExtension = pgTable("schedule_extension", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  contractId: uuid("contract_id").notNull(),
  slip: jsonb().$type<AskedSlip>().notNull(),
  /** Both states of the schedule as they stood. */
  states: jsonb().$type<{ before: Snapshot; after: Snapshot }>().notNull(),
  /** Days that the change in force gave; null before. */
  appliedDays: integer("applied_days"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
