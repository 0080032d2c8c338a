import { defineNoun } from "#server/lifecycle.ts";
import { stockLocation } from "../inventory.tables.ts";
import { locationFacts } from "./location-facts.service.ts";
import {
  locationCycle,
  type LocationAction,
  type LocationFacts,
  type LocationStatus,
} from "./location.labels.ts";

export type LocationRecord = typeof stockLocation.$inferSelect;

export const locationNoun = defineNoun<
  LocationStatus,
  LocationAction,
  typeof stockLocation,
  LocationRecord & LocationFacts
>({
  name: "stockLocation",
  path: "stock-locations",
  page: "/inventory/locations",
  table: stockLocation,
  cycle: locationCycle,
  number: (row) => row.code,
  read: "stock.read",
  facts: locationFacts,
});
