import { defineNoun } from "#server/lifecycle.ts";
import { nonconformance } from "../quality.tables.ts";
import {
  nonconformanceCycle,
  type NonconformanceAction,
  type NonconformanceStatus,
} from "./nonconformance.labels.ts";

export type NonconformanceStored = typeof nonconformance.$inferSelect;

export const nonconformanceNoun = defineNoun<
  NonconformanceStatus,
  NonconformanceAction,
  typeof nonconformance,
  NonconformanceStored
>({
  name: "nonconformance",
  path: "nonconformances",
  page: "/admin/quality/nonconformances",
  table: nonconformance,
  cycle: nonconformanceCycle,
  number: ({ number }) => number,
  read: "quality.read",
  askers: ["reportedBy"],
  keepsFiles: ["use_as_is", "rework", "returned", "scrap"],
});
