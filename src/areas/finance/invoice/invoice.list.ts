import { sql, type Sql } from "#server/db/sql.ts";
import { withValues } from "#server/http/list-conditions.ts";
import type { ListDefinition, ListFilter } from "#server/http/list.ts";
import { causeOwner } from "./exception.list.ts";
import { invoiceAges, invoiceKinds, invoiceStatuses } from "./invoice.labels.ts";

const openExceptions =
  "(select count(*) from invoice_exception e where e.org_id = i.org_id and e.invoice_id = i.id and e.status = 'open')";

// What is still to be paid of it: nothing once it is settled or void, and nothing of what is
// withheld.
const open =
  "(case when i.status in ('paid', 'voided', 'rejected') then 0 else i.total - (i.retainage - i.retainage_released) - i.paid_amount end)";

// Interest of late payment until today; reckoned of those alone that a rule makes pay it and that are or
// were late.
const paidLate =
  "exists (select from payment_invoice pi join payment p on p.org_id = pi.org_id and p.id = pi.payment_id where pi.org_id = i.org_id and pi.invoice_id = i.id and p.status in ('released', 'cleared') and p.paid_on > i.due_on)";
const interest = `(case when i.interest_bp > 0 and i.due_on < $today and (i.status <> 'paid' or ${paidLate}) then invoice_interest_due(i.org_id, i.id, $today) else 0 end)`;

// What a discount is of a bill: of all but what is kept back. Open until its day has passed or it was taken.
const grants =
  "(i.discount_bp > 0 and i.discount_taken = 0 and i.total > 0 and i.status not in ('voided', 'rejected'))";
const ofBill = "round((i.total - i.retainage) * i.discount_bp / 10000.0)::bigint";
const discountOpen = `(case when ${grants} and i.status <> 'paid' and (i.discount_on is null or i.discount_on >= $today) then ${ofBill} else 0 end)`;
const discountLost = `(case when ${grants} and (i.status = 'paid' or i.discount_on < $today) then ${ofBill} else 0 end)`;

// How long what is open has been due; nothing is old of what is settled.
const age = `(case
  when i.status in ('paid', 'voided', 'rejected') then null
  when i.due_on >= $today then 'not_due'
  when $today - i.due_on <= 30 then 'to30'
  when $today - i.due_on <= 60 then 'to60'
  when $today - i.due_on <= 90 then 'to90'
  else 'over90'
end)`;

// The day of the last payment of what is paid in full.
const paidInFullOn = `(case when i.status = 'paid' then (
  select max(p.paid_on)
  from payment_invoice pi
  join payment p on p.org_id = pi.org_id and p.id = pi.payment_id
  where pi.org_id = i.org_id and pi.invoice_id = i.id and pi.live
) end)`;

const ofLines = (what: string) =>
  `(select string_agg(distinct ${what}, '; ') from invoice_line l left join account_string s on s.org_id = l.org_id and s.id = l.account_string_id where l.org_id = i.org_id and l.invoice_id = i.id)`;
const descriptions = ofLines("l.description");
const accounts = ofLines("s.code");

// An invoice belongs to the department of its order; without one, to those whose accounts its own
// lines charge. Asked of one invoice after the other, with a limit: "exists" lets the database
// gather all such lines first.
const ownLines =
  "from account_string a join invoice_line l on l.org_id = a.org_id and l.account_string_id = a.id and l.purchase_order_line_id is null";
const departmentId = {
  kind: "through",
  type: "uuid",
  sql: `(o.department_id = any($values) or (i.purchase_order_id is null and (select true from invoice_line l join account_string a on a.org_id = l.org_id and a.id = l.account_string_id where l.org_id = i.org_id and l.invoice_id = i.id and a.department_id = any($values) limit 1)))`,
  many: "select 1 from purchase_order p where p.department_id = any($values)",
  ids: `
    select x.id
    from purchase_order p
    join invoice x on x.org_id = p.org_id and x.purchase_order_id = p.id
    where p.department_id = any($values)
    union all
    select x.id ${ownLines}
    join invoice x on x.org_id = l.org_id and x.id = l.invoice_id and x.purchase_order_id is null
    where a.department_id = any($values)
  `,
} as const satisfies ListFilter;
/**
 * Whether an invoice `i` with its order `o` belongs to a department; any does where none is asked
 * for.
 */
export const ofDepartment = (id: string | null): Sql =>
  id === null ? sql`true` : withValues(departmentId.sql, [id], departmentId.type);

/** Columns that ask nothing of whoever reads. */
export const invoiceColumns: ListDefinition["columns"] = {
  id: { sql: "i.id", hidden: true },
  number: { sql: "i.number", label: "Number", sort: true },
  status: { sql: "i.status", label: "Status", sort: true, codes: invoiceStatuses },
  kind: { sql: "i.kind", label: "Kind", codes: invoiceKinds },
  vendor: { sql: "v.name", label: "Vendor", sort: true },
  vendorId: { sql: "i.vendor_id", hidden: true },
  vendorNumber: { sql: "i.vendor_number", label: "Vendor's number", sort: true },
  orderNumber: { sql: "o.number", label: "Purchase order" },
  purchaseOrderId: { sql: "i.purchase_order_id", hidden: true },
  invoiceDate: { sql: "i.invoice_date", label: "Invoice date", sort: true },
  receivedOn: { sql: "i.received_on", label: "Received", sort: true },
  dueOn: { sql: "i.due_on", label: "Due", sort: true },
  total: { sql: "i.total", label: "Total", money: true, sort: true },
  retainage: { sql: "i.retainage", label: "Retainage", money: true },
  withheld: {
    sql: "(i.retainage - i.retainage_released)",
    label: "Retainage withheld",
    money: true,
  },
  open: { sql: open, label: "Still to pay", money: true },
  openExceptions: { sql: openExceptions, label: "Open exceptions" },
  version: { sql: "i.version", hidden: true },
  description: { sql: descriptions, label: "Description", exportOnly: true },
  account: { sql: accounts, label: "Account", exportOnly: true },
  note: { sql: "i.note", label: "Note", exportOnly: true },
};

export const invoiceList: ListDefinition = {
  name: "invoices",
  from: "invoice i join vendor v on v.org_id = i.org_id and v.id = i.vendor_id left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id",
  base: "invoice i",
  alias: "i",
  columns: {
    ...invoiceColumns,
    interest: { sql: interest, label: "Interest owed", money: true },
    discountOn: { sql: "i.discount_on", label: "Discount until", sort: true },
    discountOpen: { sql: discountOpen, label: "Discount to win", money: true },
    discountTaken: {
      sql: "i.discount_taken",
      label: "Discount won",
      money: true,
      exportOnly: true,
    },
    discountLost: { sql: discountLost, label: "Discount lost", money: true },
    age: { sql: age, label: "Age", codes: invoiceAges, exportOnly: true },
    paidInTime: {
      sql: `(case when ${paidInFullOn} <= i.due_on then i.total else 0 end)`,
      label: "Paid in time",
      money: true,
      exportOnly: true,
    },
  },
  filters: {
    id: { kind: "set", sql: "i.id", type: "uuid" },
    status: { kind: "set", sql: "i.status", type: "text" },
    vendorId: { kind: "set", sql: "i.vendor_id", type: "uuid" },
    purchaseOrderId: { kind: "set", sql: "i.purchase_order_id", type: "uuid" },
    incidentId: { kind: "set", sql: "o.incident_id", type: "uuid" },
    kind: { kind: "set", sql: "i.kind", type: "text" },
    total: { kind: "range", sql: "i.total", type: "cents" },
    receivedOn: { kind: "range", sql: "i.received_on", type: "date" },
    dueOn: { kind: "range", sql: "i.due_on", type: "date" },
    departmentId,
    paidOn: {
      kind: "range",
      sql: "(select max(p.paid_on) from payment_invoice pi join payment p on p.org_id = pi.org_id and p.id = pi.payment_id where pi.org_id = i.org_id and pi.invoice_id = i.id and pi.live)",
      type: "date",
    },
    paidInFullOn: {
      kind: "range",
      sql: paidInFullOn,
      type: "date",
    },
    // Of an invoice with exceptions: since when, and until none was open.
    exceptionSince: {
      kind: "range",
      sql: "(select min(e.created_at) from invoice_exception e where e.org_id = i.org_id and e.invoice_id = i.id)",
      type: "instant",
    },
    exceptionsEnded: {
      kind: "range",
      sql: `(
        select max(coalesce(e.resolved_at, i.updated_at))
        from invoice_exception e
        where e.org_id = i.org_id and e.invoice_id = i.id
        having bool_and(e.status <> 'open')
      )`,
      type: "instant",
    },
    hadException: {
      kind: "flag",
      sql: "exists (select from invoice_exception e where e.org_id = i.org_id and e.invoice_id = i.id)",
    },
    exception: {
      kind: "among",
      sql: "i.id in (select e.invoice_id from invoice_exception e where e.org_id = i.org_id and e.status = 'open' and e.kind = any($values))",
      type: "text",
    },
    owner: {
      kind: "among",
      sql: "i.id in (select e.invoice_id from invoice_exception e where e.org_id = i.org_id and e.status = 'open' and e.owner_duty = any($values))",
      type: "text",
    },
    causeOwner: {
      kind: "overlap",
      sql: `array(select distinct ${causeOwner} from invoice_exception e where e.org_id = i.org_id and e.invoice_id = i.id and e.status = 'open')`,
      type: "text",
    },
    held: {
      kind: "flag",
      sql: "i.status not in ('paid', 'voided', 'rejected') and i.id in (select e.invoice_id from invoice_exception e where e.org_id = i.org_id and e.status = 'open')",
    },
    unpaid: { kind: "flag", sql: "i.status not in ('paid', 'voided', 'rejected')" },
    overdue: {
      kind: "flag",
      sql: "i.due_on < $today and i.total >= 0 and i.status not in ('paid', 'voided', 'rejected')",
    },
    age: { kind: "set", sql: age, type: "text" },
    paidLate: { kind: "flag", sql: `${paidInFullOn} > i.due_on` },
    discountOn: { kind: "range", sql: "i.discount_on", type: "date" },
    discountToWin: { kind: "flag", sql: `${discountOpen} > 0` },
    discountWon: { kind: "flag", sql: "i.discount_taken > 0" },
    discountMissed: { kind: "flag", sql: `${discountLost} > 0` },
    owesInterest: { kind: "flag", sql: `${interest} > 0` },
    hidesText: {
      kind: "flag",
      sql: "exists (select from invoice_reading r where r.org_id = i.org_id and r.invoice_id = i.id and r.unseen <> '[]')",
    },
    withheld: {
      kind: "flag",
      sql: "i.retainage > i.retainage_released and i.status not in ('voided', 'rejected')",
    },
  },
  search: ["i.number", "i.vendor_number", "v.name", "coalesce(o.number, '')"],
  words: { kind: "invoice" },
  defaultSort: "-receivedOn",
  totals: { total: "i.total", open, withheld: "i.retainage - i.retainage_released" },
};
