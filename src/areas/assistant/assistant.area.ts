import type { AreaManifest } from "#kernel/area.ts";

export const assistantArea = {
  name: "assistant",
  pages: {},
} as const satisfies AreaManifest;
