import { jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Strokes } from "#kernel/mark.ts";

/** What a driver says beside time and place: the signature of whoever took it, and counts by line. */
export type Told = { mark: Strokes; counts: { lineId: string; quantity: string }[] };

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

/** One link for the driver of one delivery, of a shipment or a transfer, and what came back by it. */
export const deliveryProof = pgTable("delivery_proof", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  /** The shipment of an order; null where it is a transfer between the agency's own places. */
  shipNoticeId: uuid("ship_notice_id"),
  stockTransferId: uuid("stock_transfer_id"),
  /** SHA-256 of the secret part of the link. */
  digest: text().notNull(),
  madeBy: uuid("made_by"),
  madeByName: text("made_by_name").notNull().default(""),
  madeAt: instant("made_at").notNull().defaultNow(),
  endsAt: instant("ends_at").notNull(),
  endedAt: instant("ended_at"),
  givenAt: instant("given_at"),
  /** The key of the phone's one sending: the same one again is answered alike. */
  givenKey: uuid("given_key"),
  /** What the device took the time to be. */
  deviceAt: instant("device_at"),
  latitude: numeric({ precision: 9, scale: 6 }),
  longitude: numeric({ precision: 9, scale: 6 }),
  /** Meters; null where the device gave none. */
  accuracy: numeric({ precision: 9, scale: 1 }),
  driver: text().notNull().default(""),
  note: text().notNull().default(""),
  told: jsonb().$type<Told | Record<string, never>>().notNull().default({}),
  photoFileId: uuid("photo_file_id"),
});
