import type { Page } from "#kernel/access.ts";

export const connectorsPages = {
  connectorNew: {
    path: "/api-connectors/connectors/new",
    title: "New connector",
    access: "signed-in",
    screen: "connector/ConnectorNew.tsx",
  },
  connector: {
    path: "/api-connectors/connectors/:id",
    title: "Connector",
    access: "signed-in",
    screen: "connector/ConnectorPage.tsx",
  },
  connectorEdit: {
    path: "/api-connectors/connectors/:id/edit",
    title: "Change a connector",
    access: "signed-in",
    screen: "connector/ConnectorEdit.tsx",
  },
} as const satisfies Record<string, Page>;
