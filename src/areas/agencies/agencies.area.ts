import type { AreaManifest } from "#kernel/area.ts";

export const agenciesArea = {
  name: "agencies",
  pages: {},
  permissions: {
    "agency.export": ["admin"],
  },
} as const satisfies AreaManifest;
