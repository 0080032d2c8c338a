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
  searches: {
    incident: { place: 40, label: "Incident", begins: { at: "/disaster", with: "incident.edit" } },
    weatherAlert: { place: 41, label: "Weather alert" },
    incidentRequest: { place: 42, label: "Resource request" },
    risk: {
      place: 43,
      label: "Risk",
      begins: { at: "/incident-risk-register", with: "risk.edit" },
    },
    incidentRelease: { place: 48, label: "Public release" },
  },
} as const satisfies AreaManifest;
