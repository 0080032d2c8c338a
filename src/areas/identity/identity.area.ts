import type { AreaManifest } from "#kernel/area.ts";
import { identityPages } from "./identity.pages.ts";

export const identityArea = {
  name: "identity",
  pages: identityPages,
} as const satisfies AreaManifest;
