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
  positiveLayouts: {
    path: "/payments/positive-layouts",
    title: "Positive pay layouts",
    access: "signed-in",
    screen: "positive/LayoutsPage.tsx",
  },
  positiveLayout: {
    path: "/payments/positive-layouts/:id",
    title: "Positive pay layout",
    access: "signed-in",
    screen: "positive/LayoutPage.tsx",
  },
  checkExceptionImport: {
    path: "/payments/check-exceptions/import",
    title: "Import check exceptions",
    access: "signed-in",
    screen: "positive/ExceptionImport.tsx",
  },
  checkException: {
    path: "/payments/check-exceptions/:id",
    title: "Check exception",
    access: "signed-in",
    screen: "positive/ExceptionPage.tsx",
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
