import { defineNoun } from "#server/lifecycle.ts";
import { punchCycle, type PunchAction, type PunchStatus } from "./punch.labels.ts";
import { punchItem } from "./punch.tables.ts";

export type PunchStored = typeof punchItem.$inferSelect;

export const punchNoun = defineNoun<PunchStatus, PunchAction, typeof punchItem>({
  name: "punchItem",
  path: "punch-items",
  page: "/projects/punch",
  table: punchItem,
  cycle: punchCycle,
  number: (row) => row.number,
  askers: ["doneBy"],
  read: "project.read",
  keepsFiles: ["done", "verified"],
});
