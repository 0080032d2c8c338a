import { defineNoun } from "#server/lifecycle.ts";
import { servedBill } from "../served.tables.ts";
import { billCycle, type BillAction, type BillStatus } from "./bill.labels.ts";

export type BillStored = typeof servedBill.$inferSelect;

export const billNoun = defineNoun<BillStatus, BillAction, typeof servedBill>({
  name: "clientBill",
  path: "client-bills",
  page: "/clients/bills",
  table: servedBill,
  cycle: billCycle,
  number: ({ number }) => number,
  read: "served.read",
  askers: ["preparedBy"],
  keepsFiles: ["sent", "part_paid", "disputed"],
});
