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
  searches: {
    shipment: { place: 3, label: "Shipment" },
    routePlan: {
      place: 83,
      label: "Route plan",
    },
  },
} as const satisfies AreaManifest;
