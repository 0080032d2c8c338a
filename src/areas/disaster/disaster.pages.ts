import type { Page } from "#kernel/access.ts";

const staff = ["admin", "manager"] as const;

export const disasterPages = {
  disaster: {
    path: "/disaster",
    title: "Incidents",
    access: "signed-in",
    screen: "incident/IncidentList.tsx",
  },
  incident: {
    path: "/disaster/:id",
    title: "Incident",
    access: "signed-in",
    screen: "incident/IncidentPage.tsx",
  },
  disasterHub: {
    path: "/disaster-ops-hub",
    title: "Disaster operations",
    access: staff,
    screen: "incident/OpsHub.tsx",
  },
  disasterResponse: {
    path: "/disaster-response",
    title: "Disaster response",
    access: "signed-in",
    screen: "request/Response.tsx",
  },
  incidentRequest: {
    path: "/disaster-response/requests/:id",
    title: "Resource request",
    access: "signed-in",
    screen: "request/RequestPage.tsx",
  },
  incidentPlan: {
    path: "/disaster-response/plans/:id",
    title: "Incident action plan",
    access: "signed-in",
    screen: "incident/PlanPage.tsx",
  },
  incidentRelease: {
    path: "/disaster-response/releases/:id",
    title: "Release",
    access: "signed-in",
    screen: "release/ReleasePage.tsx",
  },
  incidentTimeline: {
    path: "/incident-timeline",
    title: "Incident timeline",
    access: "signed-in",
    screen: "log/Timeline.tsx",
  },
  weatherAlerts: {
    path: "/weather-alerts",
    title: "Weather alerts",
    access: "signed-in",
    screen: "alert/AlertDesk.tsx",
  },
  weatherAlert: {
    path: "/weather-alerts/:id",
    title: "Weather alert",
    access: "signed-in",
    screen: "alert/AlertPage.tsx",
  },
  supplyChain: {
    path: "/supply-chain-command-center",
    title: "Supply chain command center",
    access: "signed-in",
    screen: "supply/CommandCenter.tsx",
  },
  supplyRisk: {
    path: "/supply-chain-risk",
    title: "Supply chain risk",
    access: "signed-in",
    screen: "supply/SupplyRisk.tsx",
  },
  riskRegister: {
    path: "/incident-risk-register",
    title: "Incidents and risks",
    access: "open",
    screen: "risk/RiskRegister.tsx",
  },
  risk: {
    path: "/incident-risk-register/:id",
    title: "Risk",
    access: "signed-in",
    screen: "risk/RiskPage.tsx",
  },
} as const satisfies Record<string, Page>;
