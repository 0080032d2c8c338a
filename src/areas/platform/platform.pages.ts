import type { Page } from "../../kernel/access.ts";

export const platformPages = {
  dashboard: { path: "/dashboard", title: "Dashboard", access: "signed-in", screen: "dashboard/Dashboard.tsx" },
} as const satisfies Record<string, Page>;
