import { defineNoun } from "#server/lifecycle.ts";
import { routePlan } from "../route.tables.ts";
import { planCycle, type PlanAction, type PlanStatus } from "./plan.labels.ts";

export type PlanStored = typeof routePlan.$inferSelect;

export const planNoun = defineNoun<PlanStatus, PlanAction, typeof routePlan>({
  name: "routePlan",
  path: "route-plans",
  page: "/quantum-logistics",
  table: routePlan,
  cycle: planCycle,
  number: ({ number }) => number,
  read: "route.read",
});
