import type { AreaManifest } from "#kernel/area.ts";
import { agenciesPages } from "./agencies.pages.ts";

export const agenciesArea = {
  name: "agencies",
  pages: agenciesPages,
  permissions: {
    // What is about the installation: it counts in the agency that runs it alone.
    "platform.read": ["platform_admin"],
    "platform.edit": ["platform_admin"],
    "platform.decide": ["platform_admin"],
    // What is about the agency itself: its state, support, its way out.
    "agency.read": ["admin", "platform_admin"],
    "agency.administer": ["admin"],
    "agency.export": ["admin"],
    "agency.sandbox": ["admin"],
  },
} as const satisfies AreaManifest;
