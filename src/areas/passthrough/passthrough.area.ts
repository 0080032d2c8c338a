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
} as const satisfies AreaManifest;
