import type { Page } from "#kernel/access.ts";

export const budgetPages = {
  budget: {
    path: "/budget-management",
    title: "Budget",
    access: "signed-in",
    screen: "line/BudgetLines.tsx",
  },
  budgetSummary: {
    path: "/budget-management/summary",
    title: "Budget summary",
    access: "signed-in",
    screen: "line/BudgetSummary.tsx",
  },
  budgetLedger: {
    path: "/budget-management/ledger",
    title: "Commitment ledger",
    access: "signed-in",
    screen: "ledger/CommitmentLedger.tsx",
  },
  budgetAccounts: {
    path: "/budget-management/accounts",
    title: "Funds and accounts",
    access: "signed-in",
    screen: "account/Accounts.tsx",
  },
  budgetImport: {
    path: "/budget-management/import",
    title: "Import a budget",
    access: "signed-in",
    screen: "line/BudgetImport.tsx",
  },
  budgetLine: {
    path: "/budget-management/lines/:id",
    title: "Budget line",
    access: "signed-in",
    screen: "line/BudgetLinePage.tsx",
  },
  budgetChanges: {
    path: "/budget-management/changes",
    title: "Budget changes",
    access: "signed-in",
    screen: "change/BudgetChanges.tsx",
  },
  budgetChange: {
    path: "/budget-management/changes/:id",
    title: "Budget change",
    access: "signed-in",
    screen: "change/BudgetChangePage.tsx",
  },
  costCenters: {
    path: "/cost-centers",
    title: "Cost centers",
    access: ["admin", "manager"],
    screen: "line/CostCenters.tsx",
  },
} as const satisfies Record<string, Page>;
