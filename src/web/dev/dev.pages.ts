import type { Page } from "#kernel/access.ts";

/** The workbench: every part of the kit in both themes, every letter. Never in a production build. */
export const devPages = {
  kitWorkbench: { path: "/dev/kit", title: "Kit", access: "open", screen: "KitWorkbench.tsx" },
  lettersWorkbench: {
    path: "/dev/letters",
    title: "Letters",
    access: "open",
    screen: "LettersWorkbench.tsx",
  },
} as const satisfies Record<string, Page>;
