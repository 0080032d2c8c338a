import type { AreaManifest } from "#kernel/area.ts";
import { platformPages } from "./platform.pages.ts";

export const platformArea = {
  name: "platform",
  pages: platformPages,
  permissions: {
    "view.share": ["manager", "admin"],
    "file.read": ["member"],
    "file.upload": ["member"],
    "comment.read": ["member"],
    "comment.write": ["member"],
    "job.read": ["member"],
    "visit.read": ["admin", "platform_admin"],
    "discoverability.read": ["admin", "platform_admin"],
    "operation.read": ["admin", "platform_admin"],
  },
} as const satisfies AreaManifest;
