import type { Page } from "#kernel/access.ts";

export const signOnPages = {
  ssoManagement: {
    path: "/sso-management",
    title: "Single sign-on",
    access: ["admin"],
    screen: "SsoManagement.tsx",
  },
  ssoProviderNew: {
    path: "/sso-management/providers/new",
    title: "New sign-in provider",
    access: "signed-in",
    screen: "provider/ProviderNew.tsx",
  },
  ssoProvider: {
    path: "/sso-management/providers/:id",
    title: "Sign-in provider",
    access: "signed-in",
    screen: "provider/ProviderPage.tsx",
  },
  ssoProviderEdit: {
    path: "/sso-management/providers/:id/edit",
    title: "Change a sign-in provider",
    access: "signed-in",
    screen: "provider/ProviderEdit.tsx",
  },
} as const satisfies Record<string, Page>;
