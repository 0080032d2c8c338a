import type { AreaManifest } from "#kernel/area.ts";
import { fieldPages } from "./field.pages.ts";

export const fieldArea = {
  name: "field",
  pages: fieldPages,
  permissions: {
    "field.capture": ["member"],
    "field.review": ["manager", "admin", "receiver"],
    // Every device of the agency; others see their own.
    "device.all": ["manager", "admin"],
    "device.manage": ["admin"],
  },
} as const satisfies AreaManifest;
