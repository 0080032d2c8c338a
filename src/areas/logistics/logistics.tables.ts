import { numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** What was heard of a shipment, by its own time; rows are never changed. */
export const shipmentEvent = pgTable("shipment_event", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  shipNoticeId: uuid("ship_notice_id").notNull(),
  at: instant("at").notNull(),
  kind: text().notNull(),
  code: text().notNull().default(""),
  place: text().notNull().default(""),
  latitude: numeric({ precision: 9, scale: 6 }),
  longitude: numeric({ precision: 9, scale: 6 }),
  source: text().notNull(),
  enteredBy: uuid("entered_by"),
  enteredByName: text("entered_by_name").notNull().default(""),
  enteredAt: instant("entered_at").notNull().defaultNow(),
});
