import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { invoiceKinds } from "../invoice/invoice.labels.ts";
import { methods } from "./payment.labels.ts";

const withheld = "(i.retainage - i.retainage_released)";

const payable = `(i.total - ${withheld} - i.paid_amount)`;

const discount = `(case when i.discount_bp > 0 and i.discount_on >= $today and ${payable} > 0 then round(${payable} * i.discount_bp / 10000.0)::bigint else 0 end)`;

const payableHold =
  "(select min(h.reason) from payment_hold h where h.org_id = i.org_id and (h.invoice_id = i.id or h.vendor_id = i.vendor_id) and h.lifted_at is null)";

const bankHold =
  "(select a.held_until > clock_timestamp() from vendor_bank_account a where a.org_id = v.org_id and a.vendor_id = v.id and a.ended_at is null)";

// Vendors whose credits leave nothing of what could be paid to them (`planPayments`), with or
// without something to take them off. It asks for no vendor, so that it is made out once for the
// whole list.
const netting = (most: string) => `
  select n.vendor_id
  from invoice n
  where n.status = 'approved'
    and not exists (
      select 1
      from payment_hold h
      where h.org_id = n.org_id and h.invoice_id = n.id and h.lifted_at is null
    )
  group by n.vendor_id
  having sum(n.total - (n.retainage - n.retainage_released) - n.paid_amount) <= 0
    and min(n.total - (n.retainage - n.retainage_released) - n.paid_amount) < 0
    and max(n.total - (n.retainage - n.retainage_released) - n.paid_amount) ${most}
`;

const blocked = `
  case
    when v.screening_result = 'excluded' then 'Excluded by SAM.gov'
    when v.screening_result = 'possible' then 'Exclusion check open'
    when v.status <> 'active' then 'Vendor ' || replace(v.status, '_', ' ')
    when ${payableHold} is not null then 'Held: ' || ${payableHold}
    when v.payment_method = 'ach' and ${bankHold} is null then 'No bank account'
    when v.payment_method = 'ach' and ${bankHold} then 'Bank account in its hold period'
    when ${payable} = 0 then 'Nothing left to pay'
    when i.vendor_id in (${netting("> 0")}) then 'Credits cover the invoices'
    when i.vendor_id in (${netting("<= 0")}) then 'Credit waits for an invoice'
  end`;

/** Approved invoices that no run holds: what can be paid, and what stops it. */
export const payableList: ListDefinition = {
  name: "payables",
  title: "invoices ready to pay",
  from: "invoice i join vendor v on v.org_id = i.org_id and v.id = i.vendor_id",
  alias: "i",
  columns: {
    id: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Number", sort: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "i.vendor_id", hidden: true },
    vendorNumber: { sql: "i.vendor_number", label: "Vendor's number" },
    kind: { sql: "i.kind", label: "Kind", codes: invoiceKinds },
    method: { sql: "v.payment_method", label: "Method", codes: methods },
    invoiceDate: { sql: "i.invoice_date", label: "Invoice date", sort: true },
    dueOn: { sql: "i.due_on", label: "Due", sort: true },
    total: { sql: "i.total", label: "Total", money: true },
    retainage: { sql: withheld, label: "Retainage withheld", money: true },
    payable: { sql: payable, label: "Payable", money: true, sort: true },
    discount: { sql: discount, label: "Discount to win", money: true },
    discountOn: { sql: "i.discount_on", label: "Discount until", sort: true },
    blocked: { sql: blocked, label: "Stopped by" },
    version: { sql: "i.version", hidden: true },
  },
  filters: {
    vendorId: { kind: "set", sql: "i.vendor_id", type: "uuid" },
    method: { kind: "set", sql: "v.payment_method", type: "text" },
    dueOn: { kind: "range", sql: "i.due_on", type: "date" },
    payable: { kind: "range", sql: payable, type: "cents" },
    discountOn: { kind: "range", sql: "i.discount_on", type: "date" },
    discountToWin: { kind: "flag", sql: `${discount} > 0` },
    overdue: { kind: "flag", sql: "i.due_on < $today and i.total >= 0" },
    blocked: { kind: "flag", sql: `(${blocked}) is not null` },
  },
  search: ["i.number", "i.vendor_number", "v.name"],
  defaultSort: "dueOn",
  totals: { payable, total: "i.total", retainage: withheld },
  visible: () => sql`i.status = 'approved'`,
};
