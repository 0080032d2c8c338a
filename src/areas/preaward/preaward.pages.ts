import type { Page } from "#kernel/access.ts";

export const preawardPages = {
  grantOpportunities: {
    path: "/grant-opportunities",
    title: "Grant opportunities",
    access: "signed-in",
    screen: "opportunity/OpportunityList.tsx",
  },
  grantOpportunityNew: {
    path: "/grant-opportunities/new",
    title: "New grant opportunity",
    access: "signed-in",
    screen: "opportunity/OpportunityNew.tsx",
  },
  grantOpportunityImport: {
    path: "/grant-opportunities/import",
    title: "Import grant opportunities",
    access: "signed-in",
    screen: "opportunity/OpportunityImport.tsx",
  },
  grantOpportunity: {
    path: "/grant-opportunities/:id",
    title: "Grant opportunity",
    access: "signed-in",
    screen: "opportunity/OpportunityPage.tsx",
  },
  grantOpportunityEdit: {
    path: "/grant-opportunities/:id/edit",
    title: "Change a grant opportunity",
    access: "signed-in",
    screen: "opportunity/OpportunityEdit.tsx",
  },
  grantApplications: {
    path: "/grant-applications",
    title: "Grant applications",
    access: "signed-in",
    screen: "application/ApplicationList.tsx",
  },
  grantApplicationNew: {
    path: "/grant-applications/new",
    title: "New grant application",
    access: "signed-in",
    screen: "application/ApplicationNew.tsx",
  },
  grantApplicant: {
    path: "/grant-applications/applicant",
    title: "The agency as an applicant",
    access: "signed-in",
    screen: "application/ApplicantPage.tsx",
  },
  grantApplication: {
    path: "/grant-applications/:id",
    title: "Grant application",
    access: "signed-in",
    screen: "application/ApplicationPage.tsx",
  },
  grantApplicationEdit: {
    path: "/grant-applications/:id/edit",
    title: "Change a grant application",
    access: "signed-in",
    screen: "application/ApplicationEdit.tsx",
  },
  grantApplicationForm: {
    path: "/grant-applications/:id/forms/:code",
    title: "Federal form",
    access: "signed-in",
    screen: "application/FormPage.tsx",
  },
  grantWriting: {
    path: "/grant-writing/:token",
    title: "Write a section",
    access: "open",
    screen: "contributor/WritingPage.tsx",
    frame: "bare",
  },
  grantBudgetBuilder: {
    path: "/grant-budget-builder",
    title: "Grant budget builder",
    access: "signed-in",
    screen: "budget/BudgetHome.tsx",
  },
  grantBudget: {
    path: "/grant-budget-builder/:id",
    title: "Budget of an application",
    access: "signed-in",
    screen: "budget/BudgetPage.tsx",
  },
  grantOptimizer: {
    path: "/quantum-grant-management",
    title: "Grant optimizer",
    access: ["admin", "manager"],
    alsoWith: "grantPortfolio.edit",
    screen: "portfolio/PortfolioPage.tsx",
  },
  aiHub: {
    path: "/ai-hub",
    title: "AI hub",
    access: "signed-in",
    screen: "helper/HelperPage.tsx",
  },
} as const satisfies Record<string, Page>;
