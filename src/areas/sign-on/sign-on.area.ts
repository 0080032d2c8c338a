import type { AreaManifest } from "#kernel/area.ts";
import { signOnPages } from "./sign-on.pages.ts";

export const signOnArea = {
  name: "sign-on",
  pages: signOnPages,
  permissions: { "signOn.manage": ["admin"] },
} as const satisfies AreaManifest;
