import type { AreaManifest } from "#kernel/area.ts";
import { bankingPages } from "./banking.pages.ts";

export const bankingArea = {
  name: "banking",
  pages: bankingPages,
  permissions: {
    "bank.read": ["ap", "controller", "treasurer", "auditor", "budget_officer", "manager", "admin"],
    "bank.match": ["controller", "admin"],
    "bank.review": ["controller", "budget_officer", "manager", "admin"],
    "bank.import": ["controller", "treasurer", "admin"],
    "positivePay.layout": ["treasurer", "admin"],
    "positivePay.send": ["treasurer", "controller"],
    "positivePay.decide": ["treasurer", "controller", "manager"],
  },
} as const satisfies AreaManifest;
