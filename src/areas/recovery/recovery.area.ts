import type { AreaManifest } from "#kernel/area.ts";
import { recoveryPages } from "./recovery.pages.ts";

export const recoveryArea = {
  name: "recovery",
  pages: recoveryPages,
  permissions: {
    "recovery.read": [
      "recovery",
      "emergency_manager",
      "grant_manager",
      "certifier",
      "department_head",
      "auditor",
      "manager",
      "admin",
    ],
    "recovery.edit": ["recovery", "admin"],
    "recovery.capture": ["member"],
    "recovery.inspect": ["recovery", "inspector", "admin"],
    "recovery.certify": ["certifier", "manager", "admin"],
    "recovery.bundle": ["recovery", "certifier", "auditor", "manager", "admin"],
    "recovery.hours": ["recovery", "asset_manager", "payroll", "admin"],
    "recovery.confirm": ["department_head", "manager", "admin"],
    "recovery.import": ["recovery", "manager", "admin"],
  },
  approvables: {
    paExtension: {
      place: 60,
      label: "Time extension of a recovery project",
      icon: "clipboard",
      task: "Decide whether more time is asked for",
      decide: "recovery.certify",
    },
  },
  searches: {
    paProject: { place: 44, label: "Recovery project" },
    paDamage: {
      place: 45,
      label: "Damage",
      begins: { at: "/fema-grants-hub/damage/new", with: "recovery.capture" },
    },
    paDeclaration: {
      place: 49,
      label: "Federal declaration",
      begins: { at: "/fema-grants-hub", with: "recovery.edit" },
    },
    paRequest: { place: 53, label: "Request for reimbursement" },
    paAppeal: { place: 54, label: "Appeal to FEMA" },
    paMitigation: { place: 55, label: "Hazard mitigation" },
  },
  duties: {
    recovery: {
      place: 30,
      label: "Recovery coordinator",
    },
  },
} as const satisfies AreaManifest;
