import type { Page } from "../../kernel/access.ts";

export const sitePages = {
  landing: { path: "/", title: "Levee", access: "public", screen: "Landing.tsx" },
} as const satisfies Record<string, Page>;
