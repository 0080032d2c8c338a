import { integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
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
  pinnedAt: instant("pinned_at").notNull().defaultNow(),
});

export const mapLayer = pgTable("map_layer", {
  ...definitionColumns,
  note: text().notNull().default(""),
  features: jsonb().$type<Feature[]>().notNull(),
});

/** Which layer is the outline of the agency. */
export const agencyBoundary = pgTable("agency_boundary", {
  orgId: uuid("org_id").notNull(),
  definitionId: uuid("definition_id").notNull(),
  chosenBy: uuid("chosen_by"),
  chosenAt: instant("chosen_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
