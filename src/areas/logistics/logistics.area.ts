import type { AreaManifest } from "#kernel/area.ts";
import { logisticsPages } from "./logistics.pages.ts";

export const logisticsArea = {
  name: "logistics",
  pages: logisticsPages,
  permissions: {
    "shipment.record": ["receiver", "storekeeper", "buyer", "manager", "admin"],
  },
  searches: {
    shipment: { place: 3, label: "Shipment" },
  },
} as const satisfies AreaManifest;
