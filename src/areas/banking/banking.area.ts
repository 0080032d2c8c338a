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
  searches: {
    bankMonth: {
      place: 36,
      label: "Bank reconciliation",
      begins: { at: "/payments?tab=bank", with: "bank.match" },
    },
    bankStatement: {
      place: 35,
      label: "Bank statement",
      begins: { at: "/payments?tab=bank", with: "bank.import" },
    },
  },
} as const satisfies AreaManifest;
