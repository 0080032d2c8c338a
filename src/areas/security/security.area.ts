import type { AreaManifest } from "#kernel/area.ts";
import { securityPages } from "./security.pages.ts";

export const securityArea = {
  name: "security",
  pages: securityPages,
  permissions: {
    "accessControl.read": ["admin"],
    "securityEvent.read": ["security_officer", "manager", "admin"],
    "securityAlert.read": ["security_officer", "manager", "admin"],
    "securityAlert.handle": ["security_officer"],
    "securityCase.read": ["security_officer"],
    "securityCase.handle": ["security_officer"],
  },
  duties: {
    security_officer: {
      place: 31,
      label: "Security officer",
    },
  },
} as const satisfies AreaManifest;
