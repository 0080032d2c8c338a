import type { AreaManifest } from "#kernel/area.ts";
import { preawardPages } from "./preaward.pages.ts";

export const preawardArea = {
  name: "preaward",
  pages: preawardPages,
  permissions: {
    "grantOpportunity.read": ["member"],
    "grantOpportunity.review": ["member"],
    "grantOpportunity.decide": ["manager", "admin"],
    "grantOpportunity.import": ["manager", "admin"],
    "grantApplication.read": ["member"],
    "grantApplication.write": ["member"],
    "grantApplication.edit": ["manager", "admin"],
    "grantApplication.review": ["manager", "admin"],
    "grantApplication.sign": ["manager", "admin"],
    "grantPortfolio.edit": ["manager", "admin"],
  },
  signables: { grantApplication: { place: 4, label: "Grant application" } },
  searches: {
    grantOpportunity: { place: 20, label: "Grant opportunity" },
    grantApplication: { place: 21, label: "Grant application" },
  },
} as const satisfies AreaManifest;
