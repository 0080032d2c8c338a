import type { AreaManifest } from "#kernel/area.ts";
import { connectorsPages } from "./connectors.pages.ts";

export const connectorsArea = {
  name: "connectors",
  pages: connectorsPages,
  searches: {
    connector: {
      place: 63,
      label: "Connector",
      begins: { at: "/api-connectors/connectors/new", with: "connector.edit" },
    },
  },
  permissions: {
    "connector.read": ["manager", "admin"],
    "connector.edit": ["admin"],
  },
} as const satisfies AreaManifest;
