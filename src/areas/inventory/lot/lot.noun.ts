import { defineNoun } from "#server/lifecycle.ts";
import { stockLot } from "../inventory.tables.ts";
import { lotCycle, type LotAction, type LotCondition } from "./lot.labels.ts";

export type LotRecord = typeof stockLot.$inferSelect;

/** A lot as its rules know it: its condition is its status. */
export const standingLot = (row: LotRecord): LotRecord & { status: LotCondition } => ({
  ...row,
  status: row.condition,
});

export const lotNoun = defineNoun<
  LotCondition,
  LotAction,
  typeof stockLot,
  ReturnType<typeof standingLot>
>({
  name: "stockLot",
  path: "stock-lots",
  page: "/inventory/lots",
  table: stockLot,
  cycle: lotCycle,
  number: (row) => row.code,
  read: "stock.read",
  load: async (_tx, row) => standingLot(row),
});
