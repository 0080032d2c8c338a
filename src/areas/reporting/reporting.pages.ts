import type { Page } from "#kernel/access.ts";

export const reportingPages = {
  growth: {
    path: "/admin/growth",
    title: "Growth",
    access: ["admin", "manager"],
    screen: "growth/GrowthPage.tsx",
  },
  reports: {
    path: "/reports",
    title: "Reports",
    access: "signed-in",
    screen: "report/Reports.tsx",
  },
  keptRun: {
    path: "/reports/runs/:id",
    title: "Kept run",
    access: "signed-in",
    screen: "run/RunPage.tsx",
  },
  reportSchedule: {
    path: "/reports/schedules/:id",
    title: "Report by mail",
    access: "signed-in",
    screen: "schedule/SchedulePage.tsx",
  },
  reportDashboard: {
    path: "/reports/dashboards/:id",
    title: "Dashboard of reports",
    access: "signed-in",
    screen: "dashboard/DashboardPage.tsx",
  },
  publication: {
    path: "/reports/published/:id",
    title: "Published report",
    access: "signed-in",
    screen: "publication/PublicationPage.tsx",
  },
  publicSpending: {
    path: "/citizen-portal/spending",
    title: "Public spending",
    access: "open",
    screen: "publication/PublicSpending.tsx",
    frame: "bare",
  },
  publicReport: {
    path: "/citizen-portal/reports/:slug",
    title: "Published report",
    access: "open",
    screen: "publication/PublicReportPage.tsx",
    frame: "bare",
  },
  budgetaryComparison: {
    path: "/reports/budgetary-comparison",
    title: "Budgetary comparison",
    access: "signed-in",
    screen: "variance/BudgetaryComparison.tsx",
  },
  savedReport: {
    path: "/reports/:id",
    title: "Report",
    access: "signed-in",
    screen: "report/ReportPage.tsx",
  },
  reportBuilder: {
    path: "/enhanced-reporting",
    title: "Report builder",
    access: "signed-in",
    screen: "builder/ReportBuilder.tsx",
  },
} as const satisfies Record<string, Page>;
