import type { Page } from "#kernel/access.ts";

export const agentsPages = {
  agentPlatform: {
    path: "/ai-agent-platform",
    title: "Agent platform",
    access: ["admin"],
    screen: "screens/PlatformPage.tsx",
  },
  requisitionAgent: {
    path: "/requisition-agent",
    title: "Requisition agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  sourcingAgent: {
    path: "/sourcing-agent",
    title: "Sourcing agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  invoiceAgent: {
    path: "/invoice-agent",
    title: "Invoice agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  complianceAgent: {
    path: "/compliance-agent",
    title: "Compliance agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  claimsAgent: {
    path: "/fema-claims-agent",
    title: "FEMA claims agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  budgetAgent: {
    path: "/budget-agent",
    title: "Budget agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  vendorRiskAgent: {
    path: "/vendor-risk-agent",
    title: "Vendor risk agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  weatherAgent: {
    path: "/weather-agent",
    title: "Weather agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  maintenanceAgent: {
    path: "/maintenance-agent",
    title: "Maintenance agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  contractAgent: {
    path: "/contract-agent",
    title: "Contract agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  grantWriterAgent: {
    path: "/grant-writer-agent",
    title: "Grant writer agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  bidEvaluationAgent: {
    path: "/bid-evaluation-agent",
    title: "Bid evaluation agent",
    access: "signed-in",
    screen: "screens/AgentPage.tsx",
  },
  connectProgram: {
    path: "/ai-agent-platform/connect/:id",
    title: "Connect a program",
    access: "signed-in",
    screen: "connection/ConsentPage.tsx",
  },
  agentRun: {
    path: "/ai-agent-platform/runs/:id",
    title: "Run of an agent",
    access: "signed-in",
    screen: "screens/RunPage.tsx",
  },
} as const satisfies Record<string, Page>;
