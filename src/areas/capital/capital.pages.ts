import type { Page } from "#kernel/access.ts";

export const capitalPages = {
  capitalRequests: {
    path: "/capital-planning-management",
    title: "Capital planning",
    access: "signed-in",
    screen: "request/CapitalRequests.tsx",
  },
  capitalRequestNew: {
    path: "/capital-planning-management/requests/new",
    title: "New capital request",
    access: "signed-in",
    screen: "request/RequestNew.tsx",
  },
  capitalImport: {
    path: "/capital-planning-management/import",
    title: "Import capital requests",
    access: "signed-in",
    screen: "request/CapitalImport.tsx",
  },
  capitalRequest: {
    path: "/capital-planning-management/requests/:id",
    title: "Capital request",
    access: "signed-in",
    screen: "request/RequestPage.tsx",
  },
  capitalRequestEdit: {
    path: "/capital-planning-management/requests/:id/edit",
    title: "Change a capital request",
    access: "signed-in",
    screen: "request/RequestEdit.tsx",
  },
  capitalScenarios: {
    path: "/capital-planning-management/scenarios",
    title: "Capital scenarios",
    access: "signed-in",
    screen: "scenario/Scenarios.tsx",
  },
  capitalScenario: {
    path: "/capital-planning-management/scenarios/:id",
    title: "Capital scenario",
    access: "signed-in",
    screen: "scenario/ScenarioPage.tsx",
  },
  capitalSettings: {
    path: "/capital-planning-management/criteria",
    title: "Criteria and sources",
    access: "signed-in",
    screen: "request/CapitalSettings.tsx",
  },
  capitalPlan: {
    path: "/capital-planning",
    title: "Capital plan",
    access: "signed-in",
    screen: "plan/CapitalPlan.tsx",
  },
} as const satisfies Record<string, Page>;
