import type { AreaManifest } from "#kernel/area.ts";
import { assurancePages } from "./assurance.pages.ts";

export const assuranceArea = {
  name: "assurance",
  pages: assurancePages,
  permissions: {
    "assurance.read": ["member"],
    "assurance.answer": ["member"],
    "assurance.audit": ["auditor"],
    "standards.write": ["auditor"],
  },
} as const satisfies AreaManifest;
