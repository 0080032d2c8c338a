import type { Page } from "#kernel/access.ts";

export const bankingPages = {
  bankLines: {
    path: "/payments/bank-lines",
    title: "Bank lines",
    access: "signed-in",
    screen: "statement/BankLineList.tsx",
  },
  bankLineImport: {
    path: "/payments/statements/import",
    title: "Import bank lines",
    access: "signed-in",
    screen: "statement/BankLineImport.tsx",
  },
  bankMonth: {
    path: "/payments/reconciliations/:id",
    title: "Bank reconciliation",
    access: "signed-in",
    screen: "month/MonthPage.tsx",
  },
  bankStatement: {
    path: "/payments/statements/:id",
    title: "Bank statement",
    access: "signed-in",
    screen: "statement/StatementPage.tsx",
  },
} as const satisfies Record<string, Page>;
