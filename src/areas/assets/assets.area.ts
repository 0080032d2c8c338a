import type { AreaManifest } from "#kernel/area.ts";
import { assetsPages } from "./assets.pages.ts";

export const assetsArea = {
  name: "assets",
  pages: assetsPages,
  permissions: {
    "asset.read": ["member"],
    "asset.edit": ["asset_manager", "manager", "admin"],
    "asset.dispose": ["manager", "admin"],
    "asset.import": ["asset_manager", "admin"],
    "workOrder.read": ["member"],
    "workOrder.create": ["member"],
    "workOrder.plan": ["asset_manager", "manager", "admin"],
    "workOrder.approve": ["manager", "admin"],
    "workOrder.work": ["technician", "receiver", "asset_manager", "manager", "admin"],
  },
  searches: {
    asset: { place: 30, label: "Asset" },
    workOrder: { place: 31, label: "Work order" },
  },
  duties: {
    asset_manager: {
      place: 21,
      label: "Asset manager",
      about: "Keeps the register of assets, plans and closes their work",
    },
    technician: {
      place: 22,
      label: "Technician",
      about: "Does the work of work orders and writes down what was found",
    },
  },
} as const satisfies AreaManifest;
