import { lazy, type ComponentType } from "react";

export type GrantTab = {
  id: string;
  label: string;
  part: ComponentType;
  /** Who sees it; everybody where nothing is said. */
  permission?: string;
};

/** The tabs of /grant-management, in their order. Other areas' tabs stand here as their doors give them. */
export const grantTabs: readonly GrantTab[] = [
  { id: "portfolio", label: "Portfolio", part: lazy(() => import("./award/PortfolioTab.tsx")) },
  { id: "budget", label: "Budget", part: lazy(() => import("./revision/BudgetTab.tsx")) },
  {
    id: "milestones",
    label: "Milestones",
    part: lazy(() => import("./milestone/MilestonesTab.tsx")),
  },
  {
    id: "compliance-hub",
    label: "Compliance hub",
    part: lazy(() => import("./award/ComplianceTab.tsx")),
  },
  { id: "closeout", label: "Closeout", part: lazy(() => import("./closeout/CloseoutTab.tsx")) },
  {
    id: "disaster-ai",
    label: "Disaster costs",
    part: lazy(() => import("./disaster/DisasterTab.tsx")),
    permission: "grant.disaster",
  },
];
