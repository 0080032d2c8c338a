import type { AreaManifest } from "#kernel/area.ts";
import { inventoryPages } from "./inventory.pages.ts";

export const inventoryArea = {
  name: "inventory",
  pages: inventoryPages,
  permissions: {
    "stock.read": ["member"],
    "stock.ask": ["member"],
    "stock.edit": ["storekeeper", "manager", "admin"],
    "stock.move": ["storekeeper", "manager", "admin"],
    "stock.count": ["storekeeper", "receiver", "manager", "admin"],
    "stock.receive": ["storekeeper", "receiver", "manager", "admin"],
    "stock.approve": ["controller", "manager", "admin"],
  },
  duties: {
    storekeeper: {
      place: 32,
      label: "Storekeeper",
    },
  },
  approvables: {
    stockCount: {
      place: 48,
      label: "Adjustment by a count",
      icon: "scale",
      task: "Approve the adjustment of a count",
      decide: "stock.approve",
      refused: {
        return: "It can be sent for approval anew.",
        reject: "The count ends: nothing is adjusted.",
      },
    },
  },
} as const satisfies AreaManifest;
