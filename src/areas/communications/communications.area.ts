import type { AreaManifest } from "#kernel/area.ts";
import { communicationsPages } from "./communications.pages.ts";

export const communicationsArea = {
  name: "communications",
  pages: communicationsPages,
  permissions: {
    "template.design": ["manager", "admin"],
    "template.publish": ["manager", "admin"],
    "letter.write": ["member"],
    "notice.own": ["member"],
    "notice.read": ["manager", "admin"],
    "notice.write": ["manager", "admin"],
    "notice.approve": ["manager", "admin"],
  },
} as const satisfies AreaManifest;
