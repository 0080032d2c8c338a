import { defineNoun } from "#server/lifecycle.ts";
import { invoicesClaimed } from "#areas/finance/finance.server.ts";
import { drawdown } from "../grants.tables.ts";
import { drawdownCycle, type DrawdownAction, type DrawdownStatus } from "./drawdown.labels.ts";

export type DrawdownRecord = typeof drawdown.$inferSelect;
export const drawdownNoun = defineNoun<
  DrawdownStatus,
  DrawdownAction,
  typeof drawdown,
  DrawdownRecord
>({
  name: "drawdown",
  path: "drawdowns",
  page: "/grant-management/drawdowns",
  table: drawdown,
  cycle: drawdownCycle,
  keepsFiles: ["certified", "submitted", "partly_approved", "paid"],
  number: (row) => row.number,
  drawsOn: invoicesClaimed,
  askers: ["preparedBy"],
  read: "grant.read",
});
