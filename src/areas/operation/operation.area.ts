import type { AreaManifest } from "#kernel/area.ts";
import { operationPages } from "./operation.pages.ts";

export const operationArea = {
  name: "operation",
  pages: operationPages,
  permissions: {
    "check.read": ["manager", "admin", "platform_admin"],
    "check.run": ["manager", "admin", "platform_admin"],
    "check.schedule": ["admin", "platform_admin"],
    "systemTest.run": ["admin", "platform_admin"],
    "monitoring.read": ["manager", "admin", "platform_admin"],
    "metrics.read": ["admin", "platform_admin"],
    "alarm.manage": ["admin", "platform_admin"],
    "restore.answer": ["admin", "platform_admin"],
  },
} as const satisfies AreaManifest;
