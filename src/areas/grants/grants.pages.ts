import type { Page } from "#kernel/access.ts";

export const grantsPages = {
  grantManagement: {
    path: "/grant-management",
    title: "Grant management",
    access: "signed-in",
    screen: "GrantManagement.tsx",
  },
  grantReports: {
    path: "/grant-management/reports",
    title: "Grant reports",
    access: "signed-in",
    screen: "report/GrantReports.tsx",
  },
  grantReport: {
    path: "/grant-management/reports/:id",
    title: "Report to a grantor",
    access: "signed-in",
    screen: "report/ReportPage.tsx",
  },
  awardNew: {
    path: "/grant-management/awards/new",
    title: "New award",
    access: "signed-in",
    screen: "award/AwardNew.tsx",
  },
  award: {
    path: "/grant-management/awards/:id",
    title: "Award",
    access: "signed-in",
    screen: "award/AwardPage.tsx",
  },
  awardEdit: {
    path: "/grant-management/awards/:id/edit",
    title: "Change an award",
    access: "signed-in",
    screen: "award/AwardEdit.tsx",
  },
  drawdownNew: {
    path: "/grant-management/awards/:id/drawdowns/new",
    title: "New drawdown",
    access: "signed-in",
    screen: "drawdown/DrawdownNew.tsx",
  },
  drawdown: {
    path: "/grant-management/drawdowns/:id",
    title: "Drawdown",
    access: "signed-in",
    screen: "drawdown/DrawdownPage.tsx",
  },
  revisionNew: {
    path: "/grant-management/awards/:id/revisions/new",
    title: "New revision",
    access: "signed-in",
    screen: "revision/RevisionNew.tsx",
  },
  revision: {
    path: "/grant-management/revisions/:id",
    title: "Revision of an award",
    access: "signed-in",
    screen: "revision/RevisionPage.tsx",
  },
  allGrants: {
    path: "/grants-management",
    title: "All grants",
    access: "signed-in",
    screen: "award/AllGrants.tsx",
  },
  grantsByAgency: {
    path: "/grants-management-page",
    title: "Grants by agency",
    access: "signed-in",
    screen: "award/GrantsByAgency.tsx",
  },
  grantHub: {
    path: "/grant-hub",
    title: "Grants by program",
    access: ["admin", "manager"],
    alsoWith: "grant.edit",
    screen: "award/GrantHub.tsx",
  },
  disasterGrants: {
    path: "/disaster-grants",
    title: "Disaster grants",
    access: "signed-in",
    screen: "award/DisasterGrants.tsx",
  },
} as const satisfies Record<string, Page>;
