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
  duties: {
    recovery: {
      place: 30,
      label: "Recovery coordinator",
    },
  },
} as const satisfies AreaManifest;
