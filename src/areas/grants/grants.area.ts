import type { AreaManifest } from "#kernel/area.ts";
import { grantsPages } from "./grants.pages.ts";

export const grantsArea = {
  name: "grants",
  pages: grantsPages,
  permissions: {
    "award.read": ["member"],
    "award.edit": ["grant_manager", "admin"],
    "award.accept": ["grant_manager", "manager", "admin"],
    "award.approve": ["certifier", "manager", "admin"],
    "award.override": ["grant_manager", "admin"],
    "award.close": ["grant_manager", "admin"],
    "award.disaster": ["manager", "admin"],
    "drawdown.prepare": ["grant_manager"],
    "drawdown.certify": ["certifier"],
  },
  duties: {
    grant_manager: {
      place: 14,
      label: "Grant manager",
      about: "Keeps awards and their terms, prepares drawdowns and reports",
    },
    certifier: {
      place: 15,
      label: "Certifier",
      about: "Certifies drawdowns and reports to grantors that others prepared",
    },
  },
  searches: {
    award: { place: 10, label: "Award" },
    drawdown: { place: 11, label: "Drawdown" },
  },
} as const satisfies AreaManifest;
