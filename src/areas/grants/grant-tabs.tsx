import { lazy, type ComponentType } from "react";

// A door's screens load with the tab that shows them.
const fromPreaward = (name: "Opportunities" | "Budgets" | "Applications") =>
  lazy(async () => ({ default: (await import("#areas/preaward/preaward.ui.tsx"))[name] }));
const Opportunities = fromPreaward("Opportunities");
const Budgets = fromPreaward("Budgets");
const Applications = fromPreaward("Applications");

const fromPassthrough = (name: "ReviewerTab" | "RecipientTab") =>
  lazy(async () => ({ default: (await import("#areas/passthrough/passthrough.ui.tsx"))[name] }));
const ReviewerTab = fromPassthrough("ReviewerTab");
const RecipientTab = fromPassthrough("RecipientTab");

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
  { id: "research", label: "Research", part: Opportunities },
  { id: "builder", label: "Builder", part: Budgets },
  { id: "applications", label: "Applications", part: Applications },
  { id: "reviewer", label: "Own programs", part: ReviewerTab },
  { id: "budget", label: "Budget", part: lazy(() => import("./revision/BudgetTab.tsx")) },
  {
    id: "milestones",
    label: "Milestones",
    part: lazy(() => import("./milestone/MilestonesTab.tsx")),
  },
  { id: "recipient", label: "Subrecipients", part: RecipientTab },
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
