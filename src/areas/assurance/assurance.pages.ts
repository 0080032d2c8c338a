import type { Page } from "#kernel/access.ts";

const member = { access: "signed-in" } as const;

export const assurancePages = {
  audits: {
    ...member,
    path: "/admin/audits",
    title: "Audits",
    screen: "screens/AuditsPage.tsx",
  },
  auditFindings: {
    ...member,
    path: "/admin/audits/findings",
    title: "Findings",
    screen: "screens/FindingsPage.tsx",
  },
  auditFinding: {
    ...member,
    path: "/admin/audits/findings/:id",
    title: "Finding",
    screen: "screens/FindingPage.tsx",
  },
  auditProcedure: {
    ...member,
    path: "/admin/audits/procedures/:id",
    title: "Procedure",
    screen: "screens/ProcedurePage.tsx",
  },
  auditRequest: {
    ...member,
    path: "/admin/audits/requests/:id",
    title: "Request",
    screen: "screens/RequestPage.tsx",
  },
  standards: {
    ...member,
    path: "/admin/standards",
    title: "Standards",
    screen: "screens/StandardsPage.tsx",
  },
  quality: {
    ...member,
    path: "/admin/quality",
    title: "Quality",
    alsoWith: "quality.edit",
    screen: "screens/quality/QualityPage.tsx",
  },
  qualityObjectives: {
    ...member,
    path: "/admin/quality/objectives",
    title: "Quality objectives",
    screen: "screens/quality/ObjectivesPage.tsx",
  },
  qualityObjective: {
    ...member,
    path: "/admin/quality/objectives/:id",
    title: "Quality objective",
    screen: "screens/quality/ObjectivePage.tsx",
  },
  nonconformances: {
    ...member,
    path: "/admin/quality/nonconformances",
    title: "Nonconformances",
    screen: "screens/quality/NonconformancesPage.tsx",
  },
  nonconformance: {
    ...member,
    path: "/admin/quality/nonconformances/:id",
    title: "Nonconformance",
    screen: "screens/quality/NonconformancePage.tsx",
  },
  auditEngagement: {
    ...member,
    path: "/admin/audits/:id",
    title: "Audit",
    screen: "screens/AuditPage.tsx",
  },
} as const satisfies Record<string, Page>;
