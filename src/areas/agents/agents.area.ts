import type { AreaManifest } from "#kernel/area.ts";
import { agentsPages } from "./agents.pages.ts";

export const agentsArea = {
  name: "agents",
  pages: agentsPages,
  permissions: {
    "agent.run": ["member"],
    "agent.configure": ["admin"],
    "agent.audit": ["auditor"],
  },
} as const satisfies AreaManifest;
