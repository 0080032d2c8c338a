import type { AreaManifest } from "#kernel/area.ts";
import { programsPages } from "./programs.pages.ts";

export const programsArea = {
  name: "programs",
  pages: programsPages,
  permissions: {
    "program.read": ["manager", "admin"],
    "program.edit": ["admin"],
    // Of the programs that they answer for themselves, and of no other.
    "program.own": ["member"],
  },
} as const satisfies AreaManifest;
