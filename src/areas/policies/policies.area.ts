import type { AreaManifest } from "#kernel/area.ts";
import { policiesPages } from "./policies.pages.ts";

export const policiesArea = {
  name: "policies",
  pages: policiesPages,
  permissions: {
    "agencyPolicy.read": ["member"],
    "agencyPolicy.edit": ["compliance_officer", "manager", "admin"],
    "agencyPolicy.decide": ["compliance_officer", "manager", "admin"],
  },
  approvables: {
    agencyPolicy: {
      place: 47,
      label: "Policy of the agency",
      icon: "checked",
      task: "Decide a policy of the agency",
      decide: "agencyPolicy.decide",
      refused: {
        return: "The version goes back to its author, who changes it.",
        reject: "The version goes back to its author as a draft.",
      },
    },
  },
} as const satisfies AreaManifest;
