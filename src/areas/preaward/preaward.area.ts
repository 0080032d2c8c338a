import type { AreaManifest } from "#kernel/area.ts";
import { preawardPages } from "./preaward.pages.ts";

export const preawardArea = {
  name: "preaward",
  pages: preawardPages,
  permissions: {
    "grantOpportunity.read": ["member"],
    "grantOpportunity.review": ["member"],
    "grantOpportunity.decide": ["grant_manager", "manager", "admin"],
    "grantOpportunity.import": ["grant_manager", "manager", "admin"],
    "grantApplication.read": ["member"],
    "grantApplication.write": ["member"],
    "grantApplication.edit": ["grant_manager", "manager", "admin"],
    "grantApplication.review": ["grant_signer", "manager", "admin"],
    // Whoever asked for it does not record its award: another grant manager or its signer does.
    "grantApplication.award": ["grant_manager", "grant_signer", "manager", "admin"],
    "grantApplication.sign": ["grant_signer", "manager", "admin"],
    "grantPortfolio.edit": ["grant_manager", "manager", "admin"],
  },
  duties: {
    grant_signer: {
      place: 15,
      label: "Authorized representative",
    },
  },
  signables: {
    grantApplication: { place: 4, label: "Grant application" },
  },
} as const satisfies AreaManifest;
