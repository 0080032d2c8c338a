import { departmentDimension } from "#areas/organization/organization.server.ts";
import { categoryName, certifications } from "#areas/vendors/vendors.public.ts";
import {
  categoryDimension,
  certificationDimension,
  vendorDimension,
} from "#areas/vendors/vendors.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { costList } from "./cost/cost.list.ts";
import { exceptionList } from "./invoice/exception.list.ts";
import { causeAndOwner } from "./invoice/invoice.labels.ts";
import { invoiceList } from "./invoice/invoice.list.ts";
import { spentLineList } from "./invoice/spent-line.list.ts";
import { paymentList } from "./payment/payment.list.ts";

// Bills that are or were to pay: no credit notes, and none that was turned down.
const toPay = {
  kind: "invoice",
  status: "received,exception,matched,in_approval,approved,scheduled,paid,disputed",
};
const paidBills = { status: "paid", kind: "invoice" };
const paid = { status: "released,cleared" };

const causeOwnerDimension = defineDimension("exceptionCauseOwner", "Cause and who settles it");
const openExceptions = { standing: "open" };

// Payments as their movements of cash say: made, and on which day, until what was taken out came back; out
// until they clear.
const paymentsOfEntries = paymentList.from.replace(
  "payment p",
  `(
    select
      b.org_id, b.id, b.number, b.run_id, b.vendor_id, b.method, b.check_number, b.trace_number,
      b.stale_on, b.version,
      case when sum(e.outstanding) > 0 then 'released' else 'cleared' end as status, -sum(e.book)::bigint as amount,
      (array_agg(e.on_day order by e.created_at desc, e.id desc) filter (where e.book < 0))[1] as paid_on
    from payment b
    join cash_entry e on e.org_id = b.org_id and e.payment_id = b.id
    where e.on_day <= $posted and e.created_at <= $recorded
    group by b.org_id, b.id
    having sum(e.book) < 0
  ) p`,
);

/** What can be added up of what is owed and paid. */
export const financeFacts = defineFacts(
  {
    id: "invoices",
    label: "Invoices",
    grain: "an invoice",
    list: invoiceList,
    permission: "invoice.read",
    page: "/invoices",
    day: { label: "Received", filter: "receivedOn" },
    dimensions: [
      { of: vendorDimension, filter: "vendorId", name: "vendor" },
      {
        of: defineDimension("invoiceStatus", "Status of the invoice"),
        filter: "status",
        name: "status",
      },
      { of: defineDimension("invoiceAge", "Age of what is open"), filter: "age", name: "age" },
      { of: causeOwnerDimension, filter: "causeOwner", words: causeAndOwner },
    ],
    measures: {
      total: { label: "Invoiced", kind: "sum", total: "total" },
      open: { label: "Still to pay", kind: "sum", total: "open", only: { unpaid: "true" } },
      invoices: { label: "Number received", kind: "count" },
      unpaid: { label: "Number to pay", kind: "count", only: { unpaid: "true" } },
      settled: { label: "Paid in full", kind: "sum", total: "total", only: paidBills },
      inTime: {
        label: "Paid in time of what is paid",
        kind: "ratio",
        part: "paidInTime",
        whole: "total",
        only: paidBills,
      },
      paidLate: {
        label: "Number paid late",
        kind: "count",
        only: { ...paidBills, paidLate: "true" },
      },
      overdue: { label: "Overdue, to pay", kind: "sum", total: "open", only: { overdue: "true" } },
      interest: {
        label: "Interest owed for paying late",
        kind: "sum",
        total: "interest",
        only: { owesInterest: "true" },
      },
      discountWon: {
        label: "Discounts won",
        kind: "sum",
        total: "discountTaken",
        only: { discountWon: "true" },
      },
      discountLost: {
        label: "Discounts lost",
        kind: "sum",
        total: "discountLost",
        only: { discountMissed: "true" },
      },
      late: {
        label: "Number that owe interest",
        kind: "count",
        only: { owesInterest: "true" },
      },
      held: { label: "Held by exceptions", kind: "sum", total: "open", only: { held: "true" } },
      daysToPay: {
        label: "Days from receipt to payment, median",
        kind: "duration",
        began: "receivedOn",
        ended: "paidInFullOn",
        percent: 50,
        only: toPay,
      },
      daysToPayMost: {
        label: "Days from receipt to payment, for 90%",
        kind: "duration",
        began: "receivedOn",
        ended: "paidInFullOn",
        percent: 90,
        only: toPay,
      },
      daysOfException: {
        label: "Days until exceptions were resolved, median",
        kind: "duration",
        began: "exceptionSince",
        ended: "exceptionsEnded",
        percent: 50,
        only: { hadException: "true" },
      },
      daysOfExceptionMost: {
        label: "Days until exceptions were resolved, for 90%",
        kind: "duration",
        began: "exceptionSince",
        ended: "exceptionsEnded",
        percent: 90,
        only: { hadException: "true" },
      },
      withheld: {
        label: "Retainage withheld",
        kind: "sum",
        total: "withheld",
        only: { withheld: "true" },
      },
    },
  },
  {
    id: "exceptions",
    label: "Exceptions",
    grain: "a difference of an invoice from what was ordered or received",
    list: exceptionList,
    permission: "invoice.read",
    page: "/invoices/exceptions",
    day: { label: "Arose", filter: "aroseOn" },
    dimensions: [
      { of: vendorDimension, filter: "vendorId", name: "vendor" },
      { of: defineDimension("exceptionCause", "Cause"), filter: "kind", name: "kind" },
      { of: defineDimension("exceptionOwner", "Settled by"), filter: "owner", name: "owner" },
      { of: causeOwnerDimension, filter: "causeOwner", name: "causeOwner" },
    ],
    measures: {
      open: { label: "Open", kind: "count", only: openExceptions },
      arose: { label: "Number that arose", kind: "count" },
      daysOpen: {
        label: "Days open, median",
        kind: "duration",
        began: "arose",
        ended: "ended",
        percent: 50,
      },
      daysOpenMost: {
        label: "Days open, for 90%",
        kind: "duration",
        began: "arose",
        ended: "ended",
        percent: 90,
      },
    },
  },
  {
    id: "spending",
    label: "Approved bills",
    grain: "a line of an approved bill",
    list: spentLineList,
    permission: "invoice.read",
    page: "/invoices/lines",
    day: { label: "Approved", filter: "approvedOn" },
    dimensions: [
      { of: vendorDimension, filter: "vendorId", name: "vendor" },
      { of: departmentDimension, filter: "departmentId", name: "department" },
      { of: defineDimension("bill", "Bill"), filter: "invoiceId", name: "number" },
      { of: categoryDimension, filter: "category", words: categoryName },
    ],
    measures: {
      spent: { label: "Spent", kind: "sum", total: "spent" },
      bills: { label: "Number of bills", kind: "distinct", dimension: "bill" },
      lines: { label: "Number of lines", kind: "count" },
      vendors: { label: "Vendors bought from", kind: "distinct", dimension: "vendor" },
    },
  },
  {
    id: "payments",
    label: "Payments",
    grain: "a payment",
    list: paymentList,
    permission: "payment.read",
    page: "/payments?tab=payments",
    day: { label: "Paid", filter: "paidOn" },
    asOf: { from: paymentsOfEntries },
    dimensions: [
      { of: vendorDimension, filter: "vendorId", name: "vendor" },
      {
        of: defineDimension("paymentMethod", "Method of payment"),
        filter: "method",
        name: "method",
      },
      { of: certificationDimension, filter: "certification", words: certifications },
    ],
    measures: {
      paid: { label: "Paid", kind: "sum", total: "amount", only: paid },
      certified: {
        label: "Paid to certified firms",
        kind: "sum",
        total: "amount",
        only: { ...paid, certified: "true" },
        now: true,
      },
      certifiedShare: {
        label: "Certified firms, of what was paid",
        kind: "ratio",
        part: "certifiedAmount",
        whole: "amount",
        only: paid,
        now: true,
      },
      out: {
        label: "Out, not cleared at the bank",
        kind: "sum",
        total: "amount",
        only: { status: "released" },
      },
      payments: { label: "Payments made", kind: "count", only: paid },
      vendors: { label: "Vendors paid", kind: "distinct", dimension: "vendor", only: paid },
    },
  },
  {
    id: "costs",
    label: "Costs",
    grain: "a charge of the books",
    list: costList,
    permission: "cost.read",
    page: "/payments/costs",
    day: { label: "Incurred", filter: "incurredTo" },
    dimensions: [
      { of: defineDimension("costSource", "Source of the cost"), filter: "source", name: "source" },
      {
        of: defineDimension("objectClass", "Object class"),
        filter: "objectClass",
        name: "objectClass",
      },
    ],
    measures: {
      cost: { label: "Cost", kind: "sum", total: "cents" },
      paid: { label: "Paid of it", kind: "sum", total: "paid" },
      claimed: { label: "Claimed of grants", kind: "sum", total: "claimed" },
      open: { label: "Not claimed", kind: "sum", total: "open" },
      lines: { label: "Number of charges", kind: "count" },
    },
  },
);
