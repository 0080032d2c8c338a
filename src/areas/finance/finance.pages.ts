import type { Page } from "../../kernel/access.ts";

export const financePages = {
  invoices: { path: "/invoices", title: "Invoices", access: "signed-in", screen: "invoice/InvoiceList.tsx" },
  invoiceNew: { path: "/invoices/new", title: "New invoice", access: "signed-in", screen: "invoice/InvoiceNew.tsx" },
  invoice: { path: "/invoices/:id", title: "Invoice", access: "signed-in", screen: "invoice/InvoicePage.tsx" },
  invoiceEdit: { path: "/invoices/:id/edit", title: "Correct invoice", access: "signed-in", screen: "invoice/InvoiceEdit.tsx" },
} as const satisfies Record<string, Page>;
