import type { AreaManifest } from "#kernel/area.ts";
import { rightsPages } from "./rights.pages.ts";

export const rightsArea = {
  name: "rights",
  pages: rightsPages,
  permissions: {},
} as const satisfies AreaManifest;
