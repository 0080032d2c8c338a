import type { AreaManifest } from "#kernel/area.ts";
import { securityPages } from "./security.pages.ts";

export const securityArea = {
  name: "security",
  pages: securityPages,
  permissions: {
    "accessControl.read": ["admin"],
  },
} as const satisfies AreaManifest;
