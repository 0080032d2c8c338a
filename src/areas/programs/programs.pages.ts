import type { Page } from "#kernel/access.ts";

export const programsPages = {
  apiConnectors: {
    path: "/api-connectors",
    title: "API connectors",
    access: ["admin", "manager"],
    screen: "screens/ApiConnectors.tsx",
  },
  program: {
    path: "/api-connectors/programs/:id",
    title: "Program",
    access: "signed-in",
    screen: "account/ProgramPage.tsx",
  },
} as const satisfies Record<string, Page>;
