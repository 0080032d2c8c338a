import type { Page } from "#kernel/access.ts";

export const fieldPages = {
  mobileApp: {
    path: "/mobile-app",
    title: "Mobile app",
    access: "signed-in",
    screen: "screens/MobileAppPage.tsx",
  },
  fieldOperations: {
    path: "/mobile-field-operations",
    title: "Field operations",
    access: "signed-in",
    screen: "screens/FieldPage.tsx",
  },
} as const satisfies Record<string, Page>;
