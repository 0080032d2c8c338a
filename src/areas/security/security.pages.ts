import type { Page } from "#kernel/access.ts";

export const securityPages = {
  accessControls: {
    path: "/access-controls",
    title: "Access controls",
    access: ["admin"],
    screen: "screens/AccessControls.tsx",
  },
  securityDashboard: {
    path: "/security-dashboard",
    title: "Security dashboard",
    access: "signed-in",
    screen: "screens/SecurityDashboard.tsx",
  },
  securitySettings: {
    path: "/security-settings",
    title: "Security settings",
    access: "signed-in",
    screen: "screens/SecuritySettings.tsx",
  },
  securityStatements: {
    path: "/security",
    title: "Security",
    access: "signed-in",
    screen: "screens/SecurityStatements.tsx",
  },
  securityAudit: {
    path: "/admin/security-audit",
    title: "Security audit",
    access: "signed-in",
    screen: "screens/SecurityAudit.tsx",
  },
  securityAlert: {
    path: "/admin/security-audit/alerts/:id",
    title: "Security alert",
    access: "signed-in",
    screen: "screens/AlertPage.tsx",
  },
  securityCase: {
    path: "/admin/security-audit/cases/:id",
    title: "Security case",
    access: "signed-in",
    screen: "screens/CasePage.tsx",
  },
} as const satisfies Record<string, Page>;
