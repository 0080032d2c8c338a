import type { Page } from "#kernel/access.ts";

/** The workbench of the kit: every part in both themes. Never in a production build. */
export const devPages = {
  kitWorkbench: { path: "/dev/kit", title: "Kit", access: "open", screen: "KitWorkbench.tsx" },
} as const satisfies Record<string, Page>;
