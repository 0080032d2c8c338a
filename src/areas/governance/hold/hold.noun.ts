import { defineNoun } from "#server/lifecycle.ts";
import { holdCycle, type HoldStatus } from "./hold.labels.ts";
import { legalHold } from "./hold.tables.ts";

export type HoldRecord = typeof legalHold.$inferSelect;

export const holdNoun = defineNoun<HoldStatus, "lift", typeof legalHold, HoldRecord>({
  name: "legalHold",
  path: "legal-holds",
  page: "/admin/compliance/holds",
  table: legalHold,
  cycle: holdCycle,
  number: (row) => row.number,
  read: "legalHold.read",
});
