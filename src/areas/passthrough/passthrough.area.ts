import type { AreaManifest } from "#kernel/area.ts";
import { passthroughPages } from "./passthrough.pages.ts";

export const passthroughArea = {
  name: "passthrough",
  pages: passthroughPages,
  permissions: {
    "grantProgram.read": ["member"],
    "grantProgram.edit": ["grant_manager", "admin"],
    "grantProgram.decide": ["grant_manager", "manager", "admin"],
    "grantProgram.review": ["program_reviewer"],
    "subaward.read": ["member"],
    "subaward.edit": ["grant_manager", "admin"],
    "subaward.approve": ["certifier", "manager", "admin"],
    "subaward.review": ["grant_manager", "certifier", "admin"],
  },
  duties: {
    program_reviewer: {
      place: 23,
      label: "Program reviewer",
    },
  },
  searches: {
    grantProgram: {
      place: 22,
      label: "Own grant program",
      begins: { at: "/grant-management/programs/new", with: "grantProgram.edit" },
    },
    subaward: {
      place: 23,
      label: "Subaward",
      begins: { at: "/grant-management/subawards/new", with: "subaward.edit" },
    },
    programApplication: { place: 56, label: "Application to an own program" },
    subawardRequest: { place: 57, label: "Request of a subrecipient" },
  },
} as const satisfies AreaManifest;
