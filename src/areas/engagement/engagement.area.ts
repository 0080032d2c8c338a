import type { AreaManifest } from "#kernel/area.ts";
import { engagementPages } from "./engagement.pages.ts";

export const engagementArea = {
  name: "engagement",
  pages: engagementPages,
  permissions: {
    "inquiry.read": ["admin"],
    "inquiry.edit": ["admin"],
    "feedback.create": ["member", "vendor"],
    "serviceRequest.read": ["member"],
    "serviceRequest.edit": ["manager", "admin", "receiver"],
  },
  publishes: ["requests"],
} as const satisfies AreaManifest;
