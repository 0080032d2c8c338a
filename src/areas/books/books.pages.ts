import type { Page } from "#kernel/access.ts";

export const booksPages = {
  booksJournal: {
    path: "/budget-management/journal",
    title: "Journal",
    access: "signed-in",
    screen: "ledger/JournalPage.tsx",
  },
  booksPending: {
    path: "/budget-management/not-posted",
    title: "Not posted",
    access: "signed-in",
    screen: "ledger/PendingPage.tsx",
  },
  journalEntries: {
    path: "/budget-management/journal-entries",
    title: "Entries by hand",
    access: "signed-in",
    screen: "entry/EntriesPage.tsx",
  },
  glEntry: {
    path: "/budget-management/journal/:id",
    title: "Ledger entry",
    access: "signed-in",
    screen: "ledger/GlEntryPage.tsx",
  },
  glLines: {
    path: "/budget-management/ledger-lines",
    title: "Ledger lines",
    access: "signed-in",
    screen: "ledger/GlLineList.tsx",
  },
  journalEntryImport: {
    path: "/budget-management/journal-entries/import",
    title: "Import journal entries",
    access: "signed-in",
    screen: "entry/EntryImport.tsx",
  },
  journalEntryNew: {
    path: "/budget-management/journal-entries/new",
    title: "New journal entry",
    access: "signed-in",
    screen: "entry/EntryNew.tsx",
  },
  journalEntryEdit: {
    path: "/budget-management/journal-entries/:id/edit",
    title: "Correct a journal entry",
    access: "signed-in",
    screen: "entry/EntryEdit.tsx",
  },
  journalEntry: {
    path: "/budget-management/journal-entries/:id",
    title: "Journal entry",
    access: "signed-in",
    screen: "entry/EntryPage.tsx",
  },
  booksClose: {
    path: "/budget-management/close",
    title: "Close",
    access: "signed-in",
    screen: "period/ClosePage.tsx",
  },
  accountingPeriod: {
    path: "/budget-management/close/:id",
    title: "Period of the books",
    access: "signed-in",
    screen: "period/PeriodPage.tsx",
  },
  postingRules: {
    path: "/budget-management/posting-rules",
    title: "Posting rules",
    access: "signed-in",
    screen: "rules/RulesPage.tsx",
  },
  fmsIntegration: {
    path: "/fms-integration",
    title: "Finance system",
    access: ["admin", "manager"],
    screen: "fms/FinanceSystem.tsx",
  },
  financeSystem: {
    path: "/budget-management/finance-system",
    title: "Finance system",
    access: "signed-in",
    screen: "fms/FinanceSystem.tsx",
  },
  fmsBatch: {
    path: "/budget-management/finance-system/batches/:id",
    title: "Batch for the finance system",
    access: "signed-in",
    screen: "fms/batch/BatchPage.tsx",
  },
  fmsLayout: {
    path: "/budget-management/finance-system/layouts/:id",
    title: "Layout of the finance system",
    access: "signed-in",
    screen: "fms/layout/LayoutPage.tsx",
  },
  fmsBalanceImport: {
    path: "/budget-management/finance-system/balances/import",
    title: "Import balances of the finance system",
    access: "signed-in",
    screen: "fms/balance/BalanceImport.tsx",
  },
  fmsAnswerImport: {
    path: "/budget-management/finance-system/answers/import",
    title: "Import answers of the finance system",
    access: "signed-in",
    screen: "fms/answer/AnswerImport.tsx",
  },
  fmsCodeImport: {
    path: "/budget-management/finance-system/chart/import",
    title: "Import the chart of the finance system",
    access: "signed-in",
    screen: "fms/code/CodeImport.tsx",
  },
  fmsMappingImport: {
    path: "/budget-management/finance-system/codes/import",
    title: "Import codes of the finance system",
    access: "signed-in",
    screen: "fms/mapping/MappingImport.tsx",
  },
} as const satisfies Record<string, Page>;
