import type { AreaManifest } from "#kernel/area.ts";
import { devicesPages } from "./devices.pages.ts";

export const devicesArea = {
  name: "devices",
  pages: devicesPages,
  permissions: {
    "device.read": ["member"],
    "device.keep": ["device_keeper", "manager", "admin"],
    "device.acknowledge": ["device_keeper", "storekeeper", "asset_manager", "manager", "admin"],
  },
  duties: {
    device_keeper: { place: 35, label: "Device keeper" },
  },
} as const satisfies AreaManifest;
