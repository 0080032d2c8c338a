import type { Page } from "#kernel/access.ts";

export const agenciesPages = {
  platformAdmin: {
    path: "/platform-admin",
    title: "Platform administration",
    access: ["platform_admin"],
    screen: "operator/PlatformAdmin.tsx",
  },
  tenantManagement: {
    path: "/tenant-management",
    title: "Tenant management",
    access: ["admin"],
    screen: "tenant/TenantManagement.tsx",
  },
} as const satisfies Record<string, Page>;
