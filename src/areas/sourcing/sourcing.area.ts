import type { AreaManifest } from "#kernel/area.ts";
import { sourcingPages } from "./sourcing.pages.ts";

export const sourcingArea = {
  name: "sourcing",
  pages: sourcingPages,
  whileReadOnly: ["bid.open", "bid.submit"],
  permissions: {
    "solicitation.read": ["member"],
    "solicitation.edit": ["buyer", "manager", "admin"],
    "solicitation.approve": ["manager", "admin"],
    "solicitation.publish": ["buyer", "manager", "admin"],
    "solicitation.end": ["buyer", "manager", "admin"],
    "opportunity.read": ["vendor"],
    "opportunity.ask": ["vendor"],
    "bid.read": ["vendor"],
    "bid.submit": ["vendor"],
    "bid.open": ["opener", "buyer", "auditor", "manager", "admin"],
  },
  duties: {
    opener: {
      place: 8,
      label: "Opening officer",
    },
  },
} as const satisfies AreaManifest;
