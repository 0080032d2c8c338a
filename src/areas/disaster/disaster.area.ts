import type { AreaManifest } from "#kernel/area.ts";
import { disasterPages } from "./disaster.pages.ts";

export const disasterArea = {
  name: "disaster",
  pages: disasterPages,
  permissions: {
    "alert.read": ["member"],
    "alert.edit": ["emergency_manager", "manager", "admin"],
    "alert.configure": ["emergency_manager", "admin"],
    "incident.read": ["member"],
    "incident.work": ["member"],
    "incident.edit": ["emergency_manager", "admin"],
    "incident.command": ["emergency_manager", "admin"],
    "release.edit": ["emergency_manager", "manager", "admin"],
    "supply.read": ["buyer", "emergency_manager", "manager", "admin"],
    "supply.ask": ["buyer", "emergency_manager", "manager", "admin"],
    "risk.read": ["member"],
    "risk.edit": ["emergency_manager", "manager", "admin"],
  },
  duties: {
    emergency_manager: {
      place: 14,
      label: "Emergency manager",
    },
  },
} as const satisfies AreaManifest;
