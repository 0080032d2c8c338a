import type { AreaManifest } from "#kernel/area.ts";
import { billingPages } from "./billing.pages.ts";

export const billingArea = {
  name: "billing",
  pages: billingPages,
  permissions: {
    "billing.read": ["ap", "manager", "admin"],
    "billing.manage": ["admin"],
  },
} as const satisfies AreaManifest;
