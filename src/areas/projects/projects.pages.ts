import type { Page } from "#kernel/access.ts";

export const projectPages = {
  projects: {
    path: "/projects",
    title: "Projects",
    also: "construction, capital projects, budget of a project, substantial completion, certificate",
    access: "signed-in",
    screen: "screens/ProjectsPage.tsx",
  },
  projectNew: {
    path: "/projects/new",
    title: "New project",
    access: "signed-in",
    screen: "screens/ProjectNew.tsx",
  },
  projectImport: {
    path: "/projects/import",
    title: "Import projects",
    access: "signed-in",
    screen: "screens/ProjectImport.tsx",
  },
  projectEdit: {
    path: "/projects/:id/edit",
    title: "Change a project",
    access: "signed-in",
    screen: "screens/ProjectEdit.tsx",
  },
  payApplications: {
    path: "/projects/pay",
    title: "Pay applications",
    also: "pay estimate, progress payment, certify, contractor's application for payment",
    access: "signed-in",
    screen: "pay/PayPage.tsx",
  },
  payNew: {
    path: "/projects/:id/pay/new",
    title: "New pay application",
    access: "signed-in",
    screen: "pay/PayNew.tsx",
  },
  payEdit: {
    path: "/projects/pay/:id/edit",
    title: "Change a pay application",
    access: "signed-in",
    screen: "pay/PayEdit.tsx",
  },
  payApplication: {
    path: "/projects/pay/:id",
    title: "Pay application",
    access: "signed-in",
    screen: "pay/PayApplicationPage.tsx",
  },
  dailyLogs: {
    path: "/projects/logs",
    title: "Daily logs",
    also: "inspector's diary, daily report, field report, weather delay",
    access: "signed-in",
    screen: "log/LogsPage.tsx",
  },
  logNew: {
    path: "/projects/:id/log/new",
    title: "New daily log",
    access: "signed-in",
    screen: "log/LogNew.tsx",
  },
  logEdit: {
    path: "/projects/logs/:id/edit",
    title: "Change a daily log",
    access: "signed-in",
    screen: "log/LogEdit.tsx",
  },
  dailyLog: {
    path: "/projects/logs/:id",
    title: "Daily log",
    access: "signed-in",
    screen: "log/LogPage.tsx",
  },
  costTransfers: {
    path: "/projects/transfers",
    title: "Transfers between codes",
    also: "cost codes, move budget within a project, code budget",
    access: "signed-in",
    screen: "code/TransfersPage.tsx",
  },
  costTransfer: {
    path: "/projects/transfers/:id",
    title: "Transfer between codes",
    access: "signed-in",
    screen: "code/TransferPage.tsx",
  },
  project: {
    path: "/projects/:id",
    title: "Project",
    access: "signed-in",
    screen: "screens/ProjectPage.tsx",
  },
} as const satisfies Record<string, Page>;
