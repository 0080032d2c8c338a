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
  searches: {
    servedClient: { place: 92, label: "Client" },
    clientAgreement: { place: 93, label: "Agreement with a client" },
    clientRequest: { place: 94, label: "Request of a client" },
    clientBill: { place: 95, label: "Bill to a client" },
  },
} as const satisfies AreaManifest;
