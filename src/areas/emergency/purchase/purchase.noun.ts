import { defineNoun } from "#server/lifecycle.ts";
import type { PurchaseStatus } from "../emergency.labels.ts";
import { emergencyPurchase } from "../emergency.tables.ts";
import { purchaseCycle, type PurchaseAction } from "./purchase.model.ts";

export type PurchaseRecord = typeof emergencyPurchase.$inferSelect;

export const purchaseNoun = defineNoun<
  PurchaseStatus,
  PurchaseAction,
  typeof emergencyPurchase,
  PurchaseRecord
>({
  name: "emergencyPurchase",
  path: "emergency-purchases",
  page: "/emergency-procurement/orders",
  table: emergencyPurchase,
  cycle: purchaseCycle,
  number: (row) => row.number,
  askers: ["orderedBy"],
  read: "emergency.read",
});
