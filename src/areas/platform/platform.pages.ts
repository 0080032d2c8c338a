import type { Page } from "#kernel/access.ts";

export const platformPages = {
  dashboard: {
    path: "/dashboard",
    title: "Dashboard",
    access: "signed-in",
    screen: "dashboard/Dashboard.tsx",
  },
  letters: {
    path: "/admin/letters",
    title: "Letters",
    access: ["admin"],
    screen: "letters/Letters.tsx",
  },
  discoverability: {
    path: "/admin/ai-discoverability",
    title: "Discoverability",
    access: ["admin"],
    screen: "discoverability/Discoverability.tsx",
  },
  discoverabilityTest: {
    path: "/admin/ai-discoverability-test",
    title: "Discoverability test",
    access: ["admin"],
    screen: "discoverability/CrawlerTest.tsx",
  },
  agingDemo: {
    path: "/nyc-aging-demo",
    title: "Demonstration: a city aging department",
    access: "public",
    screen: "aging/AgingPage.tsx",
  },
} as const satisfies Record<string, Page>;
