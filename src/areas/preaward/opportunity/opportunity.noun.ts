import { defineNoun } from "#server/lifecycle.ts";
import { grantOpportunity } from "../preaward.tables.ts";
import { opportunityCycle } from "./opportunity.labels.ts";

export type StoredOpportunity = typeof grantOpportunity.$inferSelect;

export const opportunityNoun = defineNoun({
  name: "grantOpportunity",
  path: "grant-opportunities",
  page: "/grant-opportunities",
  table: grantOpportunity,
  cycle: opportunityCycle,
  number: (row) => row.number,
});
