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
  searches: {
    agencyPolicy: {
      place: 60,
      label: "Policy of the agency",
      begins: { at: "/certifications-policies/policies/new", with: "agencyPolicy.edit" },
    },
    agencyCertificate: {
      place: 61,
      label: "Certificate of the agency",
      begins: { at: "/certifications-policies/certificates/new", with: "agencyPolicy.edit" },
    },
  },
} as const satisfies AreaManifest;
