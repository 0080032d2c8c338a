import { defineNoun } from "#server/lifecycle.ts";
import { carbonFactor } from "../carbon.tables.ts";
import { factorCycle, type FactorAction, type FactorStatus } from "./factor.labels.ts";

export type FactorStored = typeof carbonFactor.$inferSelect;

export const factorNoun = defineNoun<FactorStatus, FactorAction, typeof carbonFactor>({
  name: "carbonFactor",
  path: "carbon-factors",
  page: "/carbon/factors",
  table: carbonFactor,
  cycle: factorCycle,
  number: ({ number }) => number,
  read: "carbon.read",
});
