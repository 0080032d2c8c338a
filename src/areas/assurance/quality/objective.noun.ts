import { defineNoun } from "#server/lifecycle.ts";
import { qualityObjective } from "../quality.tables.ts";
import { objectiveCycle, type ObjectiveAction, type ObjectiveStatus } from "./objective.labels.ts";

export type ObjectiveStored = typeof qualityObjective.$inferSelect;

export const objectiveNoun = defineNoun<
  ObjectiveStatus,
  ObjectiveAction,
  typeof qualityObjective,
  ObjectiveStored
>({
  name: "qualityObjective",
  path: "quality-objectives",
  page: "/admin/quality/objectives",
  table: qualityObjective,
  cycle: objectiveCycle,
  number: ({ number }) => number,
  read: "quality.read",
});
