import type { AreaManifest } from "#kernel/area.ts";
import { emergencyPages } from "./emergency.pages.ts";

export const emergencyArea = {
  name: "emergency",
  pages: emergencyPages,
  whileReadOnly: ["emergency.order", "emergency.declare", "emergency.ratify"],
  permissions: {
    "emergency.read": ["contract_manager", "auditor", "manager", "admin"],
    "emergency.order": ["manager", "admin"],
    "emergency.prepare": ["contract_manager", "manager", "admin"],
    "emergency.declare": ["duty_officer", "admin"],
    "emergency.ratify": ["manager", "admin"],
  },
  duties: {
    duty_officer: {
      place: 13,
      label: "Duty officer",
    },
  },
  approvables: {
    emergencyPurchase: {
      place: 11,
      label: "Emergency order",
      icon: "document",
      task: "Ratify emergency order",
      decide: "emergency.ratify",
      named: true,
      refused: {
        return:
          "The order stays out. Whoever ordered it says the need again, and you are asked once more.",
        reject:
          "What has not come is cancelled with the vendor at once; what came stays and is paid. This cannot be undone.",
      },
    },
  },
} as const satisfies AreaManifest;
