import type { AreaManifest } from "#kernel/area.ts";
import { marketPages } from "./market.pages.ts";

export const marketArea = {
  name: "market",
  pages: marketPages,
  permissions: {
    "market.read": ["member"],
    "market.import": ["buyer", "manager", "admin"],
    "protest.file": ["vendor"],
    "protest.decide": ["manager", "admin"],
  },
} as const satisfies AreaManifest;
