import type { Page } from "#kernel/access.ts";

export const emergencyPages = {
  emergencyDesk: {
    path: "/emergency-procurement",
    title: "Emergency procurement",
    access: ["admin", "manager"],
    alsoWith: "emergency.read",
    screen: "EmergencyDesk.tsx",
  },
  emergencyPreparation: {
    path: "/emergency-procurement/prepared",
    title: "Prepared for an emergency",
    access: "signed-in",
    screen: "preparation/Prepare.tsx",
  },
  declaration: {
    path: "/emergency-procurement/declarations/:id",
    title: "Local declaration",
    access: "signed-in",
    screen: "declaration/DeclarationPage.tsx",
  },
  emergencyOrder: {
    path: "/emergency-procurement/orders/:id",
    title: "Emergency order",
    access: "signed-in",
    screen: "purchase/PurchasePage.tsx",
  },
} as const satisfies Record<string, Page>;
