import type { AreaManifest } from "#kernel/area.ts";
import { vendorPortalPages } from "./vendor-portal.pages.ts";

export const vendorPortalArea = {
  name: "vendor-portal",
  pages: vendorPortalPages,
  permissions: {
    "vendorPortal.read": ["vendor"],
    "vendorPortal.act": ["vendor"],
    "vendorMessage.read": ["member"],
    "vendorMessage.write": ["member"],
  },
} as const satisfies AreaManifest;
