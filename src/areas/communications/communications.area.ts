import type { AreaManifest } from "#kernel/area.ts";
import { communicationsPages } from "./communications.pages.ts";

export const communicationsArea = {
  name: "communications",
  pages: communicationsPages,
  searches: {
    letterTemplate: {
      place: 69,
      label: "Template of a letter",
      begins: { at: "/utilities/templates/new", with: "template.design" },
    },
    massNotice: {
      place: 61,
      label: "Notice",
      begins: { at: "/communications/new", with: "notice.write" },
    },
  },
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
