import { integer, jsonb, numeric, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Feature } from "#kernel/geo/geojson.ts";
import { definitionColumns } from "#server/definitions/columns.ts";

const degrees = (name: string) => numeric(name, { precision: 9, scale: 6 });

export const placePin = pgTable("place_pin", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  noun: text().notNull(),
  recordId: uuid("record_id").notNull(),
  latitude: degrees("latitude").notNull(),
  longitude: degrees("longitude").notNull(),
  accuracy: integer().notNull(),
  pinnedBy: uuid("pinned_by"),
  pinnedAt: timestamp("pinned_at", { withTimezone: true, mode: "string" }).notNull().defaultNow(),
});

export const mapLayer = pgTable("map_layer", {
  ...definitionColumns,
  note: text().notNull().default(""),
  features: jsonb().$type<Feature[]>().notNull(),
});
