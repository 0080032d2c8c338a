import type { AreaManifest } from "#kernel/area.ts";

export const billingArea = {
  name: "billing",
  pages: {},
} as const satisfies AreaManifest;
