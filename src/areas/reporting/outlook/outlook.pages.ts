import type { Page } from "#kernel/access.ts";

export const outlookPages = {
  outlook: {
    path: "/predictive-ai",
    title: "Outlook",
    access: "signed-in",
    screen: "outlook/Outlook.tsx",
  },
} as const satisfies Record<string, Page>;
