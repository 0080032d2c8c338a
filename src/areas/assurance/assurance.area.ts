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
    "quality.read": ["member"],
    "quality.report": ["member"],
    "quality.contain": [
      "quality_officer",
      "receiver",
      "storekeeper",
      "technician",
      "inspector",
      "asset_manager",
      "safety_officer",
      "buyer",
      "manager",
      "admin",
    ],
    "quality.decide": ["quality_officer", "manager", "admin"],
    "quality.edit": ["quality_officer", "admin"],
  },
  duties: { quality_officer: { place: 41, label: "Quality officer" } },
} as const satisfies AreaManifest;
