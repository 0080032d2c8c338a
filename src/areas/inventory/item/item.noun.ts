import { defineNoun } from "#server/lifecycle.ts";
import { stockItem } from "../inventory.tables.ts";
import { onHandOf } from "./held.service.ts";
import { itemCycle, type ItemAction, type ItemStatus } from "./item.labels.ts";

export type ItemRecord = typeof stockItem.$inferSelect;

export const itemNoun = defineNoun<
  ItemStatus,
  ItemAction,
  typeof stockItem,
  ItemRecord & { onHand: string }
>({
  name: "stockItem",
  path: "stock-items",
  page: "/inventory/items",
  table: stockItem,
  cycle: itemCycle,
  number: (row) => row.number,
  read: "stock.read",
  facts: async (tx, id) => ({ onHand: await onHandOf(tx, id) }),
});
