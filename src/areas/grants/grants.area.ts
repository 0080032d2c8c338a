import type { AreaManifest } from "#kernel/area.ts";
import { grantsPages } from "./grants.pages.ts";

export const grantsArea = {
  name: "grants",
  pages: grantsPages,
  permissions: {
    "grant.read": ["member"],
    "grant.edit": ["grant_manager", "admin"],
    "grant.accept": ["grant_manager", "manager", "admin"],
    "grant.approve": ["certifier", "manager", "admin"],
    "grant.override": ["grant_manager", "admin"],
    "grant.close": ["grant_manager", "admin"],
    "grant.disaster": ["manager", "admin"],
    "drawdown.prepare": ["grant_manager"],
    "drawdown.certify": ["certifier"],
  },
  duties: {
    grant_manager: {
      place: 14,
      label: "Grant manager",
    },
    certifier: {
      place: 15,
      label: "Certifier",
    },
  },
} as const satisfies AreaManifest;
