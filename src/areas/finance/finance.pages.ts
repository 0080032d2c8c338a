import type { Page } from "#kernel/access.ts";

export const financePages = {
  invoices: {
    path: "/invoices",
    title: "Invoices",
    access: "signed-in",
    screen: "invoice/InvoiceList.tsx",
  },
  invoiceImport: {
    path: "/invoices/import",
    title: "Import invoices",
    access: "signed-in",
    screen: "invoice/InvoiceImport.tsx",
  },
  invoiceNew: {
    path: "/invoices/new",
    title: "New invoice",
    access: "signed-in",
    screen: "invoice/InvoiceNew.tsx",
  },
  invoice: {
    path: "/invoices/:id",
    title: "Invoice",
    access: "signed-in",
    screen: "invoice/InvoicePage.tsx",
  },
  invoiceEdit: {
    path: "/invoices/:id/edit",
    title: "Correct invoice",
    access: "signed-in",
    screen: "invoice/InvoiceEdit.tsx",
  },
  payments: {
    path: "/payments",
    title: "Payments",
    access: "signed-in",
    screen: "payment/PaymentsPage.tsx",
  },
  objectClasses: {
    path: "/payments/object-classes",
    title: "Object classes of accounts",
    access: "signed-in",
    screen: "cost/ObjectClasses.tsx",
  },
  costs: {
    path: "/payments/costs",
    title: "Costs",
    access: "signed-in",
    screen: "cost/CostList.tsx",
  },
  journals: {
    path: "/payments/journals",
    title: "Journals",
    access: "signed-in",
    screen: "journal/JournalList.tsx",
  },
  transferNew: {
    path: "/payments/journals/new",
    title: "New cost transfer",
    access: "signed-in",
    screen: "journal/TransferNew.tsx",
  },
  receiptImport: {
    path: "/payments/journals/receipts",
    title: "Import receipts",
    access: "signed-in",
    screen: "journal/ReceiptImport.tsx",
  },
  payrollImport: {
    path: "/payments/journals/import",
    title: "Import a payroll register",
    access: "signed-in",
    screen: "journal/PayrollImport.tsx",
  },
  journal: {
    path: "/payments/journals/:id",
    title: "Journal",
    access: "signed-in",
    screen: "journal/JournalPage.tsx",
  },
  paymentRunNew: {
    path: "/payments/new",
    title: "New payment run",
    access: "signed-in",
    screen: "payment/RunNew.tsx",
  },
  paymentRun: {
    path: "/payments/runs/:id",
    title: "Payment run",
    access: "signed-in",
    screen: "payment/RunPage.tsx",
  },
  paymentRuns: {
    path: "/payments/runs",
    title: "Payment runs",
    access: "signed-in",
    screen: "payment/RunsPage.tsx",
  },
  paymentRegister: {
    path: "/payments/runs/:id/register",
    title: "Check register",
    access: "signed-in",
    screen: "payment/RunRegister.tsx",
    frame: "bare",
  },
  payment: {
    path: "/payments/:id",
    title: "Payment",
    access: "signed-in",
    screen: "payment/PaymentPage.tsx",
  },
} as const satisfies Record<string, Page>;
