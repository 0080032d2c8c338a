import type { Page } from "#kernel/access.ts";

export const controlsPages = {
  compliance: {
    path: "/compliance",
    title: "Compliance",
    access: "signed-in",
    screen: "screens/CompliancePage.tsx",
  },
  controlFailures: {
    path: "/compliance/failures",
    title: "What breaks a control",
    access: "signed-in",
    screen: "screens/FailureList.tsx",
  },
  controlFailure: {
    path: "/compliance/failures/:id",
    title: "What breaks a control",
    access: "signed-in",
    screen: "screens/FailurePage.tsx",
  },
  controlWaivers: {
    path: "/compliance/waivers",
    title: "Waivers",
    access: "signed-in",
    screen: "screens/WaiverList.tsx",
  },
  controlWaiver: {
    path: "/compliance/waivers/:id",
    title: "Waiver",
    access: "signed-in",
    screen: "screens/WaiverPage.tsx",
  },
  purchaseFile: {
    path: "/compliance/files/:id",
    title: "File of the purchase",
    access: "signed-in",
    screen: "screens/FilePage.tsx",
  },
  controls: {
    path: "/advanced-compliance",
    title: "Controls",
    access: "signed-in",
    screen: "screens/ControlsPage.tsx",
  },
  complianceAdmin: {
    path: "/admin/compliance",
    title: "Compliance administration",
    access: ["admin", "manager"],
    screen: "screens/ComplianceAdmin.tsx",
  },
} as const satisfies Record<string, Page>;
