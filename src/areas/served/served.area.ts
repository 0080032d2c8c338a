import type { AreaManifest } from "#kernel/area.ts";
import { servedPages } from "./served.pages.ts";

export const servedArea = {
  name: "served",
  pages: servedPages,
  permissions: {
    "served.read": ["member"],
    "served.write": ["biller", "manager", "admin"],
    "served.approve": ["controller", "manager", "admin"],
  },
  duties: { biller: { place: 38, label: "Biller" } },
  approvables: {
    clientAgreement: {
      place: 54,
      label: "Agreement with a client",
      icon: "checked",
      task: "Decide an agreement with a client",
      decide: "served.approve",
    },
  },
  signables: { clientAgreement: { place: 6, label: "Agreement with a client" } },
} as const satisfies AreaManifest;
