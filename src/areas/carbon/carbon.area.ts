import type { AreaManifest } from "#kernel/area.ts";
import { carbonPages } from "./carbon.pages.ts";

export const carbonArea = {
  name: "carbon",
  pages: carbonPages,
  permissions: {
    "carbon.read": ["member"],
    "carbon.prepare": ["sustainability_officer", "manager", "admin"],
    "carbon.review": ["sustainability_officer", "controller", "manager", "admin"],
  },
  duties: {
    sustainability_officer: { place: 36, label: "Sustainability officer" },
  },
} as const satisfies AreaManifest;
