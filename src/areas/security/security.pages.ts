import type { Page } from "#kernel/access.ts";

export const securityPages = {
  accessControls: {
    path: "/access-controls",
    title: "Access controls",
    access: ["admin"],
    screen: "screens/AccessControls.tsx",
  },
} as const satisfies Record<string, Page>;
