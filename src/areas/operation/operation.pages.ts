import type { Page } from "#kernel/access.ts";

export const operationPages = {
  systemTest: {
    path: "/admin/system-test",
    title: "System test",
    access: ["admin"],
    screen: "probe/SystemTest.tsx",
  },
  comprehensiveTest: {
    path: "/comprehensive-test",
    title: "Comprehensive test",
    access: ["admin"],
    screen: "run/ComprehensiveTest.tsx",
  },
  testingDashboard: {
    path: "/testing-dashboard",
    title: "Testing dashboard",
    access: "signed-in",
    screen: "run/TestingDashboard.tsx",
  },
  checkRun: {
    path: "/testing-dashboard/:id",
    title: "Run of the checks",
    access: "signed-in",
    screen: "run/RunPage.tsx",
  },
  monitoring: {
    path: "/admin/monitoring",
    title: "Monitoring",
    access: "signed-in",
    screen: "monitor/Monitoring.tsx",
  },
  metrics: {
    path: "/admin/metrics",
    title: "Metrics",
    access: ["admin"],
    screen: "metrics/Metrics.tsx",
  },
} as const satisfies Record<string, Page>;
