import type { AreaManifest } from "#kernel/area.ts";
import { assurancePages } from "./assurance.pages.ts";

export const assuranceArea = {
  name: "assurance",
  pages: assurancePages,
  permissions: {
    "assurance.read": ["member"],
    "assurance.answer": ["member"],
    "assurance.audit": ["auditor"],
  },
  searches: {
    auditEngagement: { place: 96, label: "Audit" },
    auditFinding: { place: 97, label: "Audit finding" },
  },
} as const satisfies AreaManifest;
