import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { disputeInvoice } from "./course.service.ts";
import { invoiceStatuses } from "./invoice.labels.ts";
import { invoice } from "./invoice.tables.ts";

/** Invoices, as workflows know them. */
export const invoiceFlow: FlowRecord = {
  noun: "invoice",
  table: invoice,
  label: "invoice",
  events: {
    create: "comes in",
    submit: "is sent for approval",
    approve: "is approved",
    return: "comes back",
    dispute: "is disputed",
    void: "is voided",
  },
  fields: {
    vendorNumber: { label: "Vendor's number", kind: "text" },
    total: { label: "Total", kind: "money" },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(invoiceStatuses),
    },
    invoiceDate: { label: "Invoice date", kind: "date" },
    receivedOn: { label: "Received", kind: "date" },
    dueOn: { label: "Due", kind: "date" },
    tax: { label: "Tax", kind: "money" },
  },
  starter: (row) => ({ personId: row.createdBy as string | null, name: "", email: null }),
  read: "invoice.read",
  approved: true,
  href: (id) => `/invoices/${id}`,
  actions: {
    dispute: {
      label: "Dispute it with the vendor",
      permission: "invoice.dispute",
      take: (tx, actor, id, reason) => disputeInvoice(tx, actor, { id, version: null, reason }),
    },
  },
};
