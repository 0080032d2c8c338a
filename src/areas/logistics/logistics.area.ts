import type { AreaManifest } from "#kernel/area.ts";
import { logisticsPages } from "./logistics.pages.ts";

export const logisticsArea = {
  name: "logistics",
  pages: logisticsPages,
  permissions: {
    "shipment.record": ["receiver", "storekeeper", "buyer", "manager", "admin"],
    "route.read": ["member"],
    "route.plan": ["dispatcher", "manager", "admin"],
    "route.drive": ["member"],
  },
  duties: {
    dispatcher: {
      place: 34,
      label: "Dispatcher",
    },
  },
} as const satisfies AreaManifest;
