import type { AreaManifest } from "#kernel/area.ts";
import { connectorsPages } from "./connectors.pages.ts";

export const connectorsArea = {
  name: "connectors",
  pages: connectorsPages,
  permissions: {
    "connector.read": ["manager", "admin"],
    "connector.edit": ["admin"],
  },
} as const satisfies AreaManifest;
