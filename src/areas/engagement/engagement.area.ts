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
    "serviceType.edit": ["manager", "admin"],
  },
  publishes: {
    requests: {
      place: 3,
      label: "Service requests",
      hint: "Takes reports on the citizen portal and through Open311; who reported is never shown.",
    },
  },
} as const satisfies AreaManifest;
