import type { AreaManifest } from "#kernel/area.ts";
import { capitalPages } from "./capital.pages.ts";

export const capitalArea = {
  name: "capital",
  pages: capitalPages,
  permissions: {
    "capital.read": ["member"],
    "capital.request": ["department_head", "budget_officer", "manager", "admin"],
    "capital.score": ["department_head", "budget_officer", "manager", "admin"],
    "capital.edit": ["budget_officer", "admin"],
    "capital.adopt": ["budget_officer", "admin"],
  },
} as const satisfies AreaManifest;
