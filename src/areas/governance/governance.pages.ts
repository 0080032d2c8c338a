import type { Page } from "#kernel/access.ts";

export const governancePages = {
  auditLedger: {
    path: "/blockchain",
    title: "Audit ledger",
    access: "signed-in",
    screen: "audit/AuditLedger.tsx",
  },
  legalHold: {
    path: "/admin/compliance/holds/:id",
    title: "Legal hold",
    access: ["admin", "manager"],
    alsoWith: "legalHold.read",
    screen: "hold/HoldPage.tsx",
  },
  rules: {
    path: "/settings/rules",
    title: "Rules of law",
    access: "signed-in",
    screen: "rule/Rules.tsx",
  },
} as const satisfies Record<string, Page>;
