import type { AreaManifest } from "#kernel/area.ts";
import { costingPages } from "./costing.pages.ts";

export const costingArea = {
  name: "costing",
  pages: costingPages,
  permissions: {
    "costCenter.read": ["manager", "admin", "budget_officer", "controller"],
    "costCenter.edit": ["manager", "admin", "budget_officer", "controller"],
  },
} as const satisfies AreaManifest;
