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
  budgetCycle: {
    path: "/budget-management/cycle",
    title: "Budget cycle",
    access: "signed-in",
    screen: "cycle/CyclePage.tsx",
  },
  budgetProposals: {
    path: "/budget-management/proposals",
    title: "Budget proposals",
    access: "signed-in",
    screen: "proposal/Proposals.tsx",
  },
  budgetProposal: {
    path: "/budget-management/proposals/:id",
    title: "Budget proposal",
    access: "signed-in",
    screen: "proposal/ProposalPage.tsx",
  },
  budgetPositions: {
    path: "/budget-management/positions",
    title: "Positions",
    access: "signed-in",
    screen: "position/Positions.tsx",
  },
  budgetFunds: {
    path: "/budget-management/fund-balances",
    title: "Fund balances",
    access: "signed-in",
    screen: "fund-balance/FundBalances.tsx",
  },
  budgetAmendments: {
    path: "/budget-management/amendments",
    title: "Budget amendments",
    access: "signed-in",
    screen: "amendment/Amendments.tsx",
  },
  budgetAmendmentNew: {
    path: "/budget-management/amendments/new",
    title: "New budget amendment",
    access: "signed-in",
    screen: "amendment/AmendmentNew.tsx",
  },
  budgetAmendment: {
    path: "/budget-management/amendments/:id",
    title: "Budget amendment",
    access: "signed-in",
    screen: "amendment/AmendmentPage.tsx",
  },
  budgetAmendmentEdit: {
    path: "/budget-management/amendments/:id/edit",
    title: "Change a budget amendment",
    access: "signed-in",
    screen: "amendment/AmendmentEdit.tsx",
  },
  budgetBook: {
    path: "/budget-management/book",
    title: "Budget book",
    access: "signed-in",
    screen: "book/BookPage.tsx",
  },
  budgetForecasts: {
    path: "/budget-forecasts",
    title: "Budget forecasts",
    access: "signed-in",
    screen: "forecast/Forecasts.tsx",
  },
} as const satisfies Record<string, Page>;
