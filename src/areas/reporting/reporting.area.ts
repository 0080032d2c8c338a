import type { AreaManifest } from "#kernel/area.ts";
import { outlookPages } from "./outlook/outlook.pages.ts";

export const reportingArea = {
  name: "reporting",
  pages: { ...outlookPages },
  permissions: {
    // Each figure asks for its own permission beside this one.
    "report.read": ["member"],
  },
} as const satisfies AreaManifest;
