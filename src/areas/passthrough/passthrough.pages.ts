import type { Page } from "#kernel/access.ts";

export const passthroughPages = {
  grantProgramNew: {
    path: "/grant-management/programs/new",
    title: "New grant program",
    access: "signed-in",
    screen: "program/ProgramNew.tsx",
  },
  grantProgram: {
    path: "/grant-management/programs/:id",
    title: "Grant program",
    access: "signed-in",
    screen: "program/ProgramPage.tsx",
  },
  grantProgramEdit: {
    path: "/grant-management/programs/:id/edit",
    title: "Change a grant program",
    access: "signed-in",
    screen: "program/ProgramEdit.tsx",
  },
  programApplication: {
    path: "/grant-management/program-applications/:id",
    title: "Application to a grant program",
    access: "signed-in",
    screen: "application/ProgramApplicationPage.tsx",
  },
  subawardNew: {
    path: "/grant-management/subawards/new",
    title: "New subaward",
    access: "signed-in",
    screen: "subaward/SubawardNew.tsx",
  },
  subaward: {
    path: "/grant-management/subawards/:id",
    title: "Subaward",
    access: "signed-in",
    screen: "subaward/SubawardPage.tsx",
  },
  subawardReports: {
    path: "/grant-management/subaward-reports",
    title: "Reports of subawards",
    access: "signed-in",
    screen: "subaward-report/ReportList.tsx",
  },
  subawardRequest: {
    path: "/grant-management/subaward-requests/:id",
    title: "Payment request of a subrecipient",
    access: "signed-in",
    screen: "request/RequestPage.tsx",
  },
  portalGrants: {
    path: "/vendor-portal/grants",
    title: "Grants",
    access: "signed-in",
    screen: "portal/PortalGrants.tsx",
  },
  portalApply: {
    path: "/vendor-portal/grants/apply/:orgId/:id",
    title: "Apply for a grant",
    access: "signed-in",
    screen: "portal/PortalApply.tsx",
  },
  portalSubaward: {
    path: "/vendor-portal/grants/:orgId/:id",
    title: "Subaward",
    access: "signed-in",
    screen: "portal/PortalSubaward.tsx",
  },
} as const satisfies Record<string, Page>;
