import { certifiedOn, kindsOn } from "#areas/vendors/vendors.server.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { methods, paymentStatuses } from "./payment.labels.ts";

// The firm's certificates as they were in force on the day on which it was paid.
const certified = certifiedOn("p.org_id", "p.vendor_id", "p.paid_on");
const kinds = kindsOn("p.org_id", "p.vendor_id", "p.paid_on");

// What its bills were settled with beside the money, and what went out on top of them.
const ofBills = (column: "discount" | "interest") =>
  `(select coalesce(sum(x.${column}), 0)::bigint from payment_invoice x where x.org_id = p.org_id and x.payment_id = p.id)`;

export const paymentList: ListDefinition = {
  name: "payments",
  from: "payment p join vendor v on v.org_id = p.org_id and v.id = p.vendor_id left join payment_run r on r.org_id = p.org_id and r.id = p.run_id",
  base: "payment p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: paymentStatuses },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "p.vendor_id", hidden: true },
    method: { sql: "p.method", label: "Method", sort: true, codes: methods },
    reference: { sql: "coalesce(p.check_number, p.trace_number)", label: "Check or trace number" },
    paidOn: { sql: "p.paid_on", label: "Paid on", sort: true },
    amount: { sql: "p.amount", label: "Amount", money: true, sort: true },
    discount: { sql: ofBills("discount"), label: "Discount taken", money: true },
    interest: { sql: ofBills("interest"), label: "Interest for paying late", money: true },
    invoiceCount: {
      sql: "(select count(*) from payment_invoice x where x.org_id = p.org_id and x.payment_id = p.id)",
      label: "Invoices",
    },
    runId: { sql: "p.run_id", hidden: true },
    runNumber: { sql: "r.number", label: "Run" },
    certifiedAmount: {
      sql: `case when ${certified} then p.amount else 0 end`,
      label: "Of a certified firm",
      money: true,
      exportOnly: true,
    },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    certification: { kind: "overlap", sql: kinds, type: "text" },
    certified: { kind: "flag", sql: certified },
    status: { kind: "set", sql: "p.status", type: "text" },
    method: { kind: "set", sql: "p.method", type: "text" },
    vendorId: { kind: "set", sql: "p.vendor_id", type: "uuid" },
    runId: { kind: "set", sql: "p.run_id", type: "uuid" },
    amount: { kind: "range", sql: "p.amount", type: "cents" },
    paidOn: { kind: "range", sql: "p.paid_on", type: "date" },
    stale: {
      kind: "flag",
      sql: "p.method = 'check' and p.status = 'released' and p.stale_on <= $today",
    },
    outstanding: { kind: "flag", sql: "p.status = 'released'" },
  },
  search: ["p.number", "v.name", "coalesce(p.check_number, '')", "coalesce(p.trace_number, '')"],
  words: { kind: "payment" },
  defaultSort: "-number",
  totals: { amount: "p.amount" },
};
