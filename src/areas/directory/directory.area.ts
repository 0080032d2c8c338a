import type { AreaManifest } from "#kernel/area.ts";
import { directoryPages } from "./directory.pages.ts";

export const directoryArea = {
  name: "directory",
  pages: directoryPages,
  permissions: { "directory.manage": ["admin"] },
} as const satisfies AreaManifest;
