import type { AreaManifest } from "#kernel/area.ts";
import { vendorPages } from "./vendors.pages.ts";

export const vendorsArea = {
  name: "vendors",
  pages: vendorPages,
  permissions: {
    "vendor.read": ["member"],
    "vendor.edit": ["buyer", "ap", "manager", "admin"],
    "vendor.import": ["buyer", "admin"],
    "vendor.suspend": ["manager", "admin"],
    "vendor.revealTin": ["ap", "treasurer", "admin"],
    "vendor.screen": ["buyer", "ap", "manager", "admin"],
    "vendor.editBank": ["ap", "admin"],
    "vendor.verifyBank": ["treasurer", "manager", "admin"],
    "vendor.register": ["buyer", "manager", "admin"],
    "vendor.merge": ["buyer", "ap", "manager", "admin"],
    "vendor.approveMerge": ["manager", "admin"],
    "vendor.debar": ["manager", "admin"],
    "vendor.evaluate": ["member"],
    "vendor.plan": ["buyer", "contract_manager", "quality_officer", "manager", "admin"],
    "vendorCompany.read": ["vendor"],
    "vendorCompany.edit": ["vendor"],
  },
} as const satisfies AreaManifest;
