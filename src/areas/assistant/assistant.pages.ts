import type { Page } from "#kernel/access.ts";

export const assistantPages = {
  copilot: {
    path: "/ai-copilot",
    title: "Copilot",
    access: "signed-in",
    screen: "copilot/CopilotPage.tsx",
  },
  languageModel: {
    path: "/admin/gemini-ai-test",
    title: "Language model",
    access: ["admin"],
    screen: "model/ModelPage.tsx",
  },
} as const satisfies Record<string, Page>;
