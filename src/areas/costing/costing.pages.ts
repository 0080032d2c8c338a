import type { Page } from "#kernel/access.ts";

export const costingPages = {
  costCenters: {
    path: "/cost-centers",
    title: "Cost centers",
    access: ["admin", "manager"],
    alsoWith: "costCenter.read",
    screen: "center/CostCenters.tsx",
  },
} as const satisfies Record<string, Page>;
