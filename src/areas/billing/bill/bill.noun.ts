import { defineNoun } from "#server/lifecycle.ts";
import { agencyBill } from "../billing.tables.ts";
import { billCycle, type BillAction, type BillStatus } from "./bill.labels.ts";

export type BillStored = typeof agencyBill.$inferSelect;

/** A draft has no number yet. */
export const numberOfBill = ({ number, kind }: Pick<BillStored, "number" | "kind">): string =>
  number ?? (kind === "credit" ? "Credit note, draft" : "Bill, draft");

export const billNoun = defineNoun<BillStatus, BillAction, typeof agencyBill>({
  name: "agencyBill",
  path: "agency-bills",
  page: "/business-plan-management/bills",
  table: agencyBill,
  cycle: billCycle,
  number: numberOfBill,
  read: "platform.read",
  keepsFiles: ["open"],
});
