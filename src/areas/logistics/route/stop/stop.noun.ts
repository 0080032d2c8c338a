import { defineNoun } from "#server/lifecycle.ts";
import { routeStop } from "../route.tables.ts";
import { stopCycle, type StopAction, type StopStatus } from "./stop.labels.ts";

export type StopStored = typeof routeStop.$inferSelect;

export const stopNoun = defineNoun<StopStatus, StopAction, typeof routeStop>({
  name: "routeStop",
  path: "route-stops",
  table: routeStop,
  cycle: stopCycle,
  number: ({ number }) => number,
  read: "route.read",
});
