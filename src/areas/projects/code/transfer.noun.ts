import { defineNoun } from "#server/lifecycle.ts";
import { costTransfer } from "./code.tables.ts";
import { transferCycle, type TransferAction, type TransferStatus } from "./transfer.labels.ts";

export type TransferStored = typeof costTransfer.$inferSelect;

export const transferNoun = defineNoun<
  TransferStatus,
  TransferAction,
  typeof costTransfer,
  TransferStored
>({
  name: "costTransfer",
  path: "cost-transfers",
  page: "/projects/transfers",
  table: costTransfer,
  cycle: transferCycle,
  number: (row) => row.number,
  askers: ["askedBy"],
  read: "project.read",
});
