import { departmentNameOf } from "#areas/organization/organization.server.ts";
import { categoryOf } from "#areas/vendors/vendors.server.ts";
import { categoryName } from "#areas/vendors/vendors.public.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { invoiceStatuses } from "./invoice.labels.ts";

// Bills whose charges are in the ledger.
const charged = sql`i.status in ('approved', 'scheduled', 'paid')`;
const approvedOn = "(i.approved_at at time zone $zone)::date";
// With its share of tax, charges and allowances of the bill, on all of its accounts.
const spent =
  "(l.charged + coalesce((select sum(x.amount) from invoice_split x where x.org_id = l.org_id and x.line_id = l.id), 0))::bigint";
// The department of its order; without one that of the account that it charges.
const departmentId = "coalesce(o.department_id, s.department_id)";
const category = categoryOf("q.commodity_code");

/** What was bought: every line of the bills whose charges are in the ledger. */
export const spentLineList: ListDefinition = {
  name: "bill-lines",
  title: "lines of approved bills",
  from: `
    invoice_line l
    join invoice i on i.org_id = l.org_id and i.id = l.invoice_id
    join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    left join purchase_order_line q on q.org_id = l.org_id and q.id = l.purchase_order_line_id
    left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
    left join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
  `,
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    invoiceId: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Invoice", sort: true },
    status: { sql: "i.status", label: "Status", codes: invoiceStatuses },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    description: { sql: "l.description", label: "What" },
    department: { sql: departmentNameOf("l.org_id", departmentId), label: "Department" },
    orderNumber: { sql: "o.number", label: "Purchase order" },
    commodityCode: { sql: "q.commodity_code", label: "Commodity code" },
    category: { sql: category, label: "Category of goods", codes: categoryName },
    approvedAt: { sql: "i.approved_at", label: "Approved", sort: true },
    spent: { sql: spent, label: "Spent", money: true },
  },
  filters: {
    category: { kind: "set", sql: category, type: "text" },
    departmentId: { kind: "set", sql: departmentId, type: "uuid" },
    invoiceId: { kind: "set", sql: "i.id", type: "uuid" },
    vendorId: { kind: "set", sql: "i.vendor_id", type: "uuid" },
    status: { kind: "set", sql: "i.status", type: "text" },
    approvedOn: { kind: "range", sql: approvedOn, type: "date" },
    ordered: { kind: "flag", sql: "l.purchase_order_line_id is not null" },
  },
  search: ["i.number", "v.name", "l.description"],
  visible: () => charged,
  defaultSort: "-approvedAt",
  totals: { spent },
};
