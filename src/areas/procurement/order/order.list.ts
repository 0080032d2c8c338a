import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { formatCents } from "#kernel/money.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { budgetEffect } from "#areas/budget/budget.server.ts";
import type { ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { crossesThreshold, methods, type Method } from "../method/method.labels.ts";
import { insuranceStandings, ofOrder } from "../insurance/insurance.service.ts";
import type { PendingChange } from "./order.change.ts";
import { orderStatuses } from "./order.labels.ts";
import { adviseOrder } from "./order.method.ts";
import { placedIt } from "./order.model.ts";
import { type Order, type OrderDetail } from "./order.answer.model.ts";
import { orderNoun } from "./order.service.ts";
import { authorLeftSql } from "../takeover/takeover.model.ts";

const late = "o.promised_on < $today and o.status in ('issued', 'acknowledged', 'partly_received')";

const authorLeft = authorLeftSql("o", "buyer_id");

export const orderList: ListDefinition = {
  name: "purchase-orders",
  from: "purchase_order o join vendor v on v.org_id = o.org_id and v.id = o.vendor_id join department d on d.org_id = o.org_id and d.id = o.department_id left join person who on who.id = o.buyer_id",
  base: "purchase_order o",
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    number: { sql: "o.number", label: "Number", sort: true },
    title: { sql: "o.title", label: "For", sort: true },
    status: { sql: "o.status", label: "Status", sort: true, codes: orderStatuses },
    revision: { sql: "o.revision", label: "Version" },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "o.vendor_id", hidden: true },
    department: { sql: "d.name", label: "Department", sort: true },
    departmentId: { sql: "o.department_id", hidden: true },
    buyer: { sql: "who.display_name", label: "Buyer" },
    amount: { sql: "o.amount", label: "Amount", money: true, sort: true },
    receivedAmount: { sql: "o.received_amount", label: "Received", money: true, sort: true },
    invoicedAmount: { sql: "o.invoiced_amount", label: "Invoiced", money: true, sort: true },
    orderedOn: { sql: "o.ordered_on", label: "Ordered", sort: true },
    promisedOn: { sql: "o.promised_on", label: "Promised", sort: true },
    emergency: { sql: "o.emergency", label: "Emergency" },
    late: { sql: `coalesce(${late}, false)`, label: "Late" },
    version: { sql: "o.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "o.status", type: "text" },
    vendorId: { kind: "set", sql: "o.vendor_id", type: "uuid" },
    departmentId: { kind: "set", sql: "o.department_id", type: "uuid" },
    amount: { kind: "range", sql: "o.amount", type: "cents" },
    orderedOn: { kind: "range", sql: "o.ordered_on", type: "date" },
    promisedOn: { kind: "range", sql: "o.promised_on", type: "date" },
    mine: { kind: "flag", sql: "o.buyer_id = $actor" },
    late: { kind: "flag", sql: late },
    emergency: { kind: "flag", sql: "o.emergency" },
    open: {
      kind: "flag",
      sql: "o.status in ('issued', 'acknowledged', 'partly_received', 'received')",
    },
    receivable: { kind: "flag", sql: "o.status in ('issued', 'acknowledged', 'partly_received')" },
    authorLeft: { kind: "flag", sql: authorLeft },
    uninvoiced: { kind: "flag", sql: "o.uninvoiced" },
    overbilled: { kind: "flag", sql: "o.overbilled and o.match_mode = 'three_way'" },
    unawarded: {
      kind: "flag",
      sql: "not exists (select 1 from award_order a join award w on w.org_id = a.org_id and w.id = a.award_id where a.org_id = o.org_id and a.purchase_order_id = o.id and w.status = 'waiting')",
    },
  },
  search: ["o.number", "o.title", "v.name"],
  words: { kind: "purchaseOrder" },
  defaultSort: "-orderedOn",
  totals: {
    amount: "o.amount",
    receivedAmount: "o.received_amount",
    invoicedAmount: "o.invoiced_amount",
  },
};

type LineRow = Omit<OrderDetail["lines"][number], "splits">;
type SplitRow = OrderDetail["lines"][number]["splits"][number] & { lineId: string };
type Receipt = Omit<OrderDetail["receipts"][number], "lines">;
type ReceiptLine = OrderDetail["receipts"][number]["lines"][number] & { receiptId: string };
type Head = Order &
  Pick<
    OrderDetail,
    | "instructions"
    | "deliverTo"
    | "termsDays"
    | "method"
    | "methodCitation"
    | "methodReason"
    | "aggregateAmount"
    | "splitWarning"
    | "matchMode"
    | "overReceiptPercent"
    | "fiscalYear"
    | "federal"
    | "buyerId"
    | "issuedAt"
    | "acknowledgedAt"
    | "acknowledgedBy"
    | "closeReason"
    | "vendorEmail"
    | "vendorStatus"
    | "authorLeft"
  > & {
    fiscalYearId: string;
    pendingChange: PendingChange | null;
    screeningResult: string | null;
    screenedAt: string | null;
    insuranceExpiresOn: string | null;
    registeredUntil: string | null;
    awarded: boolean;
    issuedBy: string | null;
    formerAuthors: string[] | null;
  };

const readHead = async (db: Db, id: string): Promise<Head> => {
  const columns = Object.entries(orderList.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ")
    .replaceAll("$today", "$3::date");
  const row = await db.maybe<Head>(
    bind(
      `
        select
          ${columns}, o.instructions, o.deliver_to, o.terms_days, o.method, o.method_citation,
          o.method_reason, o.aggregate_amount, o.split_warning, o.match_mode,
          o.over_receipt_percent, o.federal, o.buyer_id, o.issued_at, o.acknowledged_at,
          o.acknowledged_by, o.close_reason, o.pending_change, o.fiscal_year_id, o.former_authors,
          ${authorLeft} as author_left, v.email as vendor_email, v.status as vendor_status,
          v.screening_result, v.screened_at, v.insurance_expires_on, v.registered_until,
          y.year as fiscal_year,
          (
            select r.created_by
            from purchase_order_version r
            where r.org_id = o.org_id and r.purchase_order_id = o.id and r.revision = 1
          ) as issued_by,
          exists (
            select 1
            from award_order w
            where w.org_id = o.org_id and w.purchase_order_id = o.id
          ) as awarded
        from ${orderList.from}
        join fiscal_year y on y.org_id = o.org_id and y.id = o.fiscal_year_id
        where o.org_id = $1 and o.id = $2
      `,
      [db.scope.orgId, id, businessDate(db.scope)],
    ),
  );
  if (!row) throw notFound("purchase order");
  return row;
};

const readLines = async (db: Db, id: string): Promise<OrderDetail["lines"]> => {
  const org = db.scope.orgId;
  const [lines, splits] = await Promise.all([
    db.rows<LineRow>(sql`
      select
        l.id, l.line_no, l.requisition_line_id, r.number as requisition_number,
        r.id as requisition_id, l.description, l.commodity_code, l.quantity, l.unit, l.unit_price,
        l.amount, l.received_quantity, l.invoiced_quantity, l.invoiced_amount, l.cancelled
      from purchase_order_line l
      left join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
      left join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
      where l.org_id = ${org} and l.purchase_order_id = ${id}
      order by l.line_no
    `),
    db.rows<SplitRow>(sql`
      select
        s.id, s.line_id, s.account_string_id, a.code, s.percent, s.amount, s.encumbered, s.expended
      from purchase_order_line l
      join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
      join account_string a on a.org_id = s.org_id and a.id = s.account_string_id
      where l.org_id = ${org} and l.purchase_order_id = ${id}
      order by a.code
    `),
  ]);
  return lines.map((l) => ({
    ...l,
    splits: splits.filter((s) => s.lineId === l.id).map(({ lineId: _lineId, ...s }) => s),
  }));
};

const readReceipts = async (db: Db, id: string): Promise<OrderDetail["receipts"]> => {
  const org = db.scope.orgId;
  const [receipts, lines] = await Promise.all([
    db.rows<Receipt>(sql`
      select
        c.id, c.number, c.status, c.received_on, p.display_name as received_by, c.packing_slip,
        c.note, c.version,
        (
          select coalesce(
              jsonb_agg(jsonb_build_object(
                'fileId', f.id, 'name', f.name, 'size', f.size
              ) order by p.at),
              '[]'
            )
          from jsonb_array_elements_text(c.photo_file_ids)
          with ordinality p(id, at)
          join stored_file f on f.org_id = c.org_id and f.id = p.id::uuid
        ) as photos
      from receipt c
      left join person p on p.id = c.received_by
      where c.org_id = ${org} and c.purchase_order_id = ${id}
      order by c.received_on, c.id
    `),
    db.rows<ReceiptLine>(sql`
      select
        l.id, l.receipt_id, l.purchase_order_line_id, l.quantity, l.rejected_quantity,
        l.reject_reason, l.returned_on
      from purchase_order_line p
      join receipt_line l on l.org_id = p.org_id and l.purchase_order_line_id = p.id
      where p.org_id = ${org} and p.purchase_order_id = ${id}
      order by l.id
    `),
  ]);
  return receipts.map((r) => ({
    ...r,
    lines: lines.filter((l) => l.receiptId === r.id).map(({ receiptId: _receiptId, ...l }) => l),
  }));
};

const checksOf = (o: Head, today: string): OrderDetail["checks"] => [
  {
    ok: o.screeningResult === "clear",
    text:
      o.screeningResult === "clear"
        ? `Not excluded, screened ${o.screenedAt ? formatDate(o.screenedAt) : "before"}`
        : o.screeningResult
          ? `Screening: ${o.screeningResult}`
          : "Not screened against exclusions yet",
  },
  {
    ok: o.vendorStatus === "active",
    text:
      o.vendorStatus === "active"
        ? "Vendor is active"
        : `Vendor is ${o.vendorStatus.replace("_", " ")}`,
  },
  ...(o.insuranceExpiresOn
    ? [
        {
          ok: o.insuranceExpiresOn >= today,
          text: `${o.insuranceExpiresOn >= today ? "Insured until" : "Insurance ran out on"} ${formatDate(o.insuranceExpiresOn)}`,
        },
      ]
    : []),
  ...(o.registeredUntil
    ? [
        {
          ok: o.registeredUntil >= today,
          text: `Registration of the vendor ends ${formatDate(o.registeredUntil)}`,
        },
      ]
    : []),
  ...(o.methodCitation ? [{ ok: true, text: `Method: ${o.methodCitation}` }] : []),
  ...(o.splitWarning ? [{ ok: false, text: crossesThreshold }] : []),
];

// The button says what the receipt would be refused for.
const receivedByOthers = (
  actor: Actor,
  placed: boolean,
  actions: OfferedAction[],
): OfferedAction[] =>
  placed && actor.personId
    ? actions.map((a) =>
        a.name === "receive" && a.enabled ? { ...a, enabled: false, reason: placedIt } : a,
      )
    : actions;

const beforeIssue: ReadonlySet<string> = new Set(["draft", "returned", "in_approval", "approved"]);

/**
 * A purchase order with lines, accounts, receipts, versions, invoices, checks and the actor's
 * actions.
 */
export const readOrder = async (db: Db, actor: Actor, id: string): Promise<OrderDetail> => {
  const org = db.scope.orgId;
  const [head, lines, receipts, versions, invoices, approval] = await Promise.all([
    readHead(db, id),
    readLines(db, id),
    readReceipts(db, id),
    db.rows<OrderDetail["versions"][number]>(sql`
      select revision, reason, amount, created_at
      from purchase_order_version
      where org_id = ${org} and purchase_order_id = ${id}
      order by revision
    `),
    db.rows<OrderDetail["invoices"][number]>(sql`
      select id, number, status, total as amount
      from invoice
      where org_id = ${org} and purchase_order_id = ${id}
      order by number
    `),
    db.maybe<{ id: string }>(sql`
      select id
      from approval_request
      where org_id = ${org} and document_id = ${id}
      order by requested_at desc
      limit 1
    `),
  ]);
  const advised = head.awarded ? null : await adviseOrder(db, head, lines);
  const isDraft = head.status === "draft" || head.status === "returned";
  const insurance = beforeIssue.has(head.status)
    ? await insuranceStandings(db, await ofOrder(db, id), [head.vendorId])
    : [];
  const {
    pendingChange,
    fiscalYearId: _y,
    screeningResult: _s,
    screenedAt: _a,
    insuranceExpiresOn: _i,
    registeredUntil: _r,
    issuedBy,
    formerAuthors,
    ...shown
  } = head;
  const splits = lines.flatMap((l) => l.splits);
  return {
    ...shown,
    splitWarning: isDraft ? (advised?.crosses ?? false) : head.splitWarning,
    advice: advised?.advice ?? null,
    lookback: advised?.near ?? null,
    lines,
    receipts,
    versions,
    invoices,
    approvalId: approval?.id ?? null,
    pendingChange: pendingChange
      ? {
          reason: pendingChange.input.reason,
          difference: pendingChange.difference,
          growth: pendingChange.growth ?? pendingChange.difference,
          amount: pendingChange.amount,
          asked: pendingChange.askedBy,
          method: pendingChange.weighed?.method ?? null,
          methodReason: pendingChange.weighed?.methodReason ?? "",
          methodCitation: pendingChange.weighed?.methodCitation ?? null,
          aggregateAmount: pendingChange.weighed?.aggregateAmount ?? null,
          splitWarning: pendingChange.weighed?.splitWarning ?? false,
        }
      : null,
    encumbered: splits.reduce((n, s) => n + s.encumbered, 0),
    expended: splits.reduce((n, s) => n + s.expended, 0),
    checks: checksOf(head, businessDate(db.scope)),
    insurance,
    canEdit: isDraft && actor.permissions.has("purchaseOrder.create"),
    actions: receivedByOthers(
      actor,
      [head.buyerId, issuedBy, ...(formerAuthors ?? [])].includes(actor.personId),
      actionsFor(actor, orderNoun, {
        ...head,
        pendingChange,
        receivedLines: lines.filter((l) => compareQuantity(l.receivedQuantity, "0") > 0).length,
        uninvoicedLines: lines.filter(
          (l) =>
            Number(l.unitPrice) !== 0 &&
            compareQuantity(l.invoicedQuantity, l.receivedQuantity) < 0,
        ).length,
      } as never),
    ),
  };
};

// An approver of a change reads how the order would be bought, by which section, and what counts
// with it.
const methodOfChange = (head: Head, { weighed }: PendingChange) => {
  if (!weighed?.method) return [];
  const was =
    head.method && head.method !== weighed.method
      ? ` (before: ${methods[head.method as Method]})`
      : "";
  return [
    {
      label: "Method with the change",
      value: `${methods[weighed.method]}${was}, ${weighed.methodCitation}`,
    },
    ...(weighed.methodReason
      ? [{ label: "Reason for the method with the change", value: weighed.methodReason }]
      : []),
    { label: "Counts toward the threshold", value: formatCents(weighed.aggregateAmount ?? 0) },
  ];
};

/** What an approver sees of an order or of its change. */
export const orderSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const [head, lines] = await Promise.all([readHead(db, id), readLines(db, id)]);
  const sums = await db.rows<{ account: string; amount: number; open: number }>(sql`
    select
      s.account_string_id as account, sum(s.amount)::bigint as amount,
      sum(greatest(s.amount - s.encumbered - s.expended - s.taken, 0))::bigint as open
    from purchase_order_line l
    join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
    where l.org_id = ${db.scope.orgId} and l.purchase_order_id = ${id}
    group by 1
  `);
  const of = (account: string) => sums.find((s) => s.account === account) ?? { amount: 0, open: 0 };
  // What its requisition reserved is in the balances already; the rest would come on top.
  const budget = (
    await budgetEffect(
      db,
      head.fiscalYearId,
      sums.map((s) => s.account),
    )
  ).map((b) => ({
    ...b,
    amount: of(b.accountStringId).amount,
    before: b.available,
    after: b.available - of(b.accountStringId).open,
  }));
  const change = head.pendingChange;
  return {
    facts: [
      { label: "Vendor", value: head.vendor },
      { label: "Department", value: head.department },
      { label: "Buyer", value: head.buyer ?? "—" },
      { label: "Ordered on", value: head.orderedOn },
      ...(head.aggregateAmount > 0 && head.method
        ? [
            { label: "Method", value: methods[head.method as Method] },
            ...(head.methodReason
              ? [{ label: "Reason for the method", value: head.methodReason }]
              : []),
          ]
        : []),
      ...(change
        ? [
            {
              label: "Change",
              value: `${change.input.reason}: added and grown lines cost ${formatCents(change.growth ?? change.difference)} more; ${formatCents(change.amount)} in all`,
            },
            ...methodOfChange(head, change),
          ]
        : []),
    ],
    lines: lines.map((l) => ({
      description: l.description,
      quantity: `${Number(l.quantity)} ${l.unit}`,
      unitPrice: l.unitPrice,
      amount: l.amount,
    })),
    budget,
    checks: checksOf(change ? { ...head, ...change.weighed } : head, businessDate(db.scope)),
  };
};
