import { defineNoun } from "#server/lifecycle.ts";
import { rfiCycle, type RfiAction, type RfiStatus } from "./rfi.labels.ts";
import { rfi } from "./rfi.tables.ts";

export type RfiStored = typeof rfi.$inferSelect;

export const rfiNoun = defineNoun<RfiStatus, RfiAction, typeof rfi>({
  name: "rfi",
  path: "rfis",
  page: "/projects/rfis",
  table: rfi,
  cycle: rfiCycle,
  number: (row) => row.number,
  askers: ["askedBy"],
  read: "project.read",
  keepsFiles: ["answered", "closed"],
});
