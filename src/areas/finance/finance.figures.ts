import type { FigureSource } from "#server/area.ts";
import { invoiceList } from "./invoice/invoice.list.ts";
import { paymentList } from "./payment/payment.list.ts";
import { runList } from "./payment/run.list.ts";

const invoices = {
  list: invoiceList,
  api: "/api/v1/invoices",
  page: "/invoices",
  sums: "total",
  since: "i.received_on",
};
const payables = { ...invoices, sums: "open" };
const runs = {
  list: runList,
  api: "/api/v1/payment-runs",
  page: "/payments?tab=runs",
  sums: "amount",
};
const exceptions = {
  id: "exceptions",
  label: "Invoice exceptions",
  ...invoices,
  query: "status=exception,disputed",
  says: ["invoice exception is open", "invoice exceptions are open"],
} as const;
const payable = {
  id: "payable",
  label: "Payable",
  ...payables,
  query: "status=approved",
  says: ["approved invoice is to be paid", "approved invoices are to be paid"],
} as const;

/** What the dashboard shows of invoices and payments. */
export const financeFigures: readonly FigureSource[] = [
  {
    group: "money",
    place: 10,
    id: "unpaid",
    label: "Waiting to be paid",
    ...payables,
    query: "unpaid=true",
  },
  {
    group: "money",
    place: 20,
    id: "overdue",
    label: "Past their due date",
    ...payables,
    query: "overdue=true",
  },
  { group: "flow", place: 50, ...exceptions },
  {
    group: "flow",
    place: 60,
    id: "invoices",
    label: "Invoices matched, in approval",
    ...invoices,
    query: "status=matched,in_approval",
  },
  { group: "flow", place: 70, ...payable },
  { group: "duty", place: 40, permission: "invoice.edit", ...exceptions },
  {
    group: "duty",
    place: 50,
    permission: "invoice.edit",
    id: "submit",
    label: "Matched, to submit",
    ...invoices,
    query: "status=matched",
    says: ["matched invoice is to be submitted", "matched invoices are to be submitted"],
  },
  {
    group: "duty",
    place: 60,
    duty: "buyer",
    id: "exceptions-buyer",
    label: "Invoice exceptions for buyers",
    ...invoices,
    query: "status=exception&owner=buyer",
    says: ["invoice waits for a buyer", "invoices wait for a buyer"],
  },
  {
    group: "duty",
    place: 70,
    duty: "receiver",
    id: "exceptions-receiver",
    label: "Invoice exceptions for receiving",
    ...invoices,
    query: "status=exception&owner=receiver",
    says: ["invoice waits for a receipt", "invoices wait for a receipt"],
  },
  { group: "duty", place: 80, permission: "payment.propose", ...payable },
  {
    group: "duty",
    place: 90,
    permission: "payment.release",
    id: "to-release",
    pressing: true,
    label: "Payment runs to release",
    ...runs,
    query: "status=approved",
    says: ["payment run waits for its release", "payment runs wait for their release"],
  },
  {
    group: "duty",
    place: 100,
    permission: "payment.release",
    id: "to-send",
    pressing: true,
    label: "Released, not yet sent",
    ...runs,
    query: "status=released",
    says: ["released run is not sent yet", "released runs are not sent yet"],
  },
  {
    group: "duty",
    place: 110,
    permission: "payment.void",
    id: "stale-checks",
    pressing: true,
    label: "Stale checks",
    list: paymentList,
    api: "/api/v1/payments",
    page: "/payments?tab=payments",
    query: "stale=true",
    says: ["check is stale: ask its payee", "checks are stale: ask their payees"],
  },
];
