import type { AreaManifest } from "#kernel/area.ts";
import { governancePages } from "./governance.pages.ts";

export const governanceArea = {
  name: "governance",
  pages: governancePages,
  permissions: {
    "audit.read": ["manager", "admin", "auditor"],
    "audit.export": ["manager", "admin", "auditor"],
    "evidence.take": [
      "grant_manager",
      "certifier",
      "contract_manager",
      "controller",
      "compliance_officer",
      "buyer",
      "manager",
      "admin",
      "auditor",
    ],
    "audit.erase": ["admin"],
    "legalHold.read": ["compliance_officer", "manager", "admin", "auditor"],
    "legalHold.place": ["compliance_officer", "manager", "admin"],
    "rule.read": ["member"],
  },
  duties: {
    auditor: { place: 7, label: "Auditor" },
  },
} as const satisfies AreaManifest;
