import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { seesAllCards } from "../cards.model.ts";
import { alarmKinds } from "../finding/finding.labels.ts";
import { lineStatuses } from "./line.labels.ts";

const openFindings = (kinds: string) => `
  (
    select count(*)::int
    from card_finding f
    where f.org_id = l.org_id and f.line_id = l.id and f.status = 'open'${kinds}
  )
`;
const alarms = openFindings(` and f.kind in ('${alarmKinds.join("', '")}')`);
const missing =
  "(l.cents > 0 and jsonb_array_length(l.receipt_file_ids) = 0 and l.lost_receipt = '' and l.status <> 'approved')";
const todo = "(l.status in ('posted', 'coded', 'returned'))";

/** Purchases by card, line by line. */
export const lineList: ListDefinition = {
  name: "card-lines",
  title: "card lines",
  from: `card_line l
    join purchase_card c on c.org_id = l.org_id and c.id = l.card_id
    join card_merchant m on m.org_id = l.org_id and m.id = l.merchant_id
    left join card_cycle y on y.org_id = l.org_id and y.id = l.cycle_id`,
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    number: { sql: "l.number", label: "Reference", sort: true },
    status: { sql: "l.status", label: "Status", sort: true, codes: lineStatuses },
    cardId: { sql: "l.card_id", hidden: true },
    lastFour: { sql: "c.last_four", label: "Card ends in" },
    holderName: { sql: "c.holder_name", label: "Holder", sort: true },
    department: { sql: "c.department_name", label: "Department", sort: true },
    merchant: { sql: "l.merchant", label: "Merchant", sort: true },
    vendorName: { sql: "m.vendor_name", label: "Vendor" },
    category: { sql: "l.category", label: "Category code" },
    purchasedOn: { sql: "l.purchased_on", label: "Purchased", sort: true },
    postedOn: { sql: "l.posted_on", label: "Posted", sort: true },
    cents: { sql: "l.cents", label: "Amount", money: true, sort: true },
    purpose: { sql: "l.purpose", label: "Bought for" },
    receipts: { sql: "jsonb_array_length(l.receipt_file_ids)", label: "Receipts" },
    receiptMissing: { sql: missing, label: "Receipt missing" },
    alarms: { sql: alarms, label: "Alarms" },
    findings: { sql: openFindings(""), label: "Open findings" },
    cycleNumber: { sql: "y.number", label: "Cycle" },
    version: { sql: "l.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "l.id", type: "uuid" },
    status: { kind: "set", sql: "l.status", type: "text" },
    cardId: { kind: "set", sql: "l.card_id", type: "uuid" },
    cycleId: { kind: "set", sql: "l.cycle_id", type: "uuid" },
    departmentId: { kind: "set", sql: "l.department_id", type: "uuid" },
    todo: { kind: "flag", sql: todo },
    receiptMissing: { kind: "flag", sql: missing },
    purchasedOn: { kind: "range", sql: "l.purchased_on", type: "date" },
    postedOn: { kind: "range", sql: "l.posted_on", type: "date" },
    cents: { kind: "range", sql: "l.cents", type: "cents" },
  },
  search: ["l.number", "l.merchant", "l.purpose", "c.holder_name", "c.last_four"],
  defaultSort: "-postedOn",
  visible: (actor) =>
    seesAllCards(actor)
      ? null
      : sql`${actor.personId}::uuid in (l.holder_id, c.approver_id, c.administrator_id)`,
};
