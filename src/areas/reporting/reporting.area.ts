import type { AreaManifest } from "#kernel/area.ts";

export const reportingArea = {
  name: "reporting",
  pages: {},
  permissions: {
    // Each figure asks for its own permission beside this one.
    "report.read": ["member"],
  },
} as const satisfies AreaManifest;
