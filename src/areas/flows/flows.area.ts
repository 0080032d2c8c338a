import type { AreaManifest } from "#kernel/area.ts";
import { flowsPages } from "./flows.pages.ts";

export const flowsArea = {
  name: "flows",
  pages: flowsPages,
  permissions: {
    "flow.design": ["manager", "admin"],
    "flow.publish": ["manager", "admin"],
    "flow.read": ["manager", "admin"],
    "flowRun.read": ["member"],
    "flow.start": ["member"],
    "flow.manage": ["manager", "admin"],
  },
  approvables: {
    flowRun: {
      place: 40,
      label: "Step of a workflow",
      icon: "checked",
      task: "Decide a step of a workflow",
      decide: "approval.decide",
      named: true,
    },
  },
} as const satisfies AreaManifest;
