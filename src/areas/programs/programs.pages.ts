import type { Page } from "#kernel/access.ts";

export const programsPages = {
  apiConnectors: {
    path: "/api-connectors",
    title: "API connectors",
    access: ["admin", "manager"],
    screen: "screens/ApiConnectors.tsx",
  },
  programNew: {
    path: "/api-connectors/programs/new",
    title: "New program",
    access: "signed-in",
    screen: "account/ProgramNew.tsx",
  },
  program: {
    path: "/api-connectors/programs/:id",
    title: "Program",
    access: "signed-in",
    screen: "account/ProgramPage.tsx",
  },
  programEdit: {
    path: "/api-connectors/programs/:id/edit",
    title: "Change a program",
    access: "signed-in",
    screen: "account/ProgramEdit.tsx",
  },
} as const satisfies Record<string, Page>;
