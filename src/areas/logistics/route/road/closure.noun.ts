import { defineNoun } from "#server/lifecycle.ts";
import { roadClosure } from "../route.tables.ts";
import { closureCycle, type ClosureAction, type ClosureStatus } from "./closure.labels.ts";

export type ClosureStored = typeof roadClosure.$inferSelect;

export const closureNoun = defineNoun<ClosureStatus, ClosureAction, typeof roadClosure>({
  name: "roadClosure",
  path: "road-closures",
  page: "/quantum-logistics/closures",
  table: roadClosure,
  cycle: closureCycle,
  number: ({ number }) => number,
  read: "route.read",
});
