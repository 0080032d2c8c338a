import type { Page } from "#kernel/access.ts";

export const marketPages = {
  protests: {
    path: "/bid-evaluation/protests",
    title: "Protests",
    access: "signed-in",
    screen: "protest/ProtestList.tsx",
  },
  protest: {
    path: "/bid-evaluation/protests/:id",
    title: "Protest",
    access: "signed-in",
    screen: "protest/ProtestPage.tsx",
  },
  vendorProtests: {
    path: "/vendor-portal/protests",
    title: "Award notices and protests",
    access: "signed-in",
    screen: "protest/VendorNotices.tsx",
  },
  vendorProtest: {
    path: "/vendor-portal/protests/:id",
    title: "Protest",
    access: "signed-in",
    screen: "protest/VendorProtest.tsx",
  },
  market: {
    path: "/market-intelligence",
    title: "Market intelligence",
    access: "signed-in",
    screen: "market/MarketPage.tsx",
  },
  marketImport: {
    path: "/market-intelligence/imports/:id",
    title: "Import of awards",
    access: "signed-in",
    screen: "market/ImportPage.tsx",
  },
} as const satisfies Record<string, Page>;
