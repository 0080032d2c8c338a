import { clausesOnOrder } from "./order-clauses.service.ts";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { costCodesOf } from "#areas/budget/budget.server.ts";
import { vendorAsIssued } from "#areas/vendors/vendors.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import { heldBack } from "#server/controls/gates.ts";
import type { Db, Scope } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { crossesThreshold } from "../method/method.labels.ts";
import { insuranceStandings, ofOrder } from "../insurance/insurance.service.ts";
import { lineOfPlace } from "../delivery/delivery.service.ts";
import { contractOf } from "./contracts.service.ts";
import type { PendingChange } from "./order-change.service.ts";
import { authorLeft, orderList } from "./order.list.ts";
import { adviseOrder } from "./order-method.service.ts";
import { orderFields, placedIt } from "./order.model.ts";
import { type Order, type OrderDetail } from "./order.answer.model.ts";
import { orderNoun } from "./order.service.ts";

type LineRow = Omit<OrderDetail["lines"][number], "splits" | "costCode">;

type SplitRow = OrderDetail["lines"][number]["splits"][number] & { lineId: string };

type Receipt = Omit<OrderDetail["receipts"][number], "lines">;

type ReceiptLine = OrderDetail["receipts"][number]["lines"][number] & { receiptId: string };

export type Head = Order &
  Pick<
    OrderDetail,
    | keyof typeof orderFields
    | "methodCitation"
    | "aggregateAmount"
    | "splitWarning"
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
    | "blanketId"
    | "blanketNumber"
  > & {
    fiscalYearId: string;
    pendingChange: PendingChange | null;
    screeningResult: string | null;
    screenedAt: Instant | null;
    insuranceExpiresOn: Day | null;
    registeredUntil: Day | null;
    awarded: boolean;
    issuedBy: string | null;
    formerAuthors: string[] | null;
    issuedPlace: string;
  };

/** The order itself; 404 when there is none. */
export const readHead = async (db: Db, id: string): Promise<Head> => {
  const columns = recordColumns(orderList, orderFields).replaceAll("$today", "$3::date");
  const row = await db.maybe<Head>(
    bind(
      `
        select
          ${columns}, o.method_citation, o.aggregate_amount, o.split_warning, o.federal, o.buyer_id,
          o.issued_at, o.acknowledged_at, o.acknowledged_by, o.close_reason, o.pending_change,
          o.fiscal_year_id, o.former_authors, o.issued_place, ${authorLeft} as author_left,
          v.email as vendor_email, v.status as vendor_status, v.screening_result, v.screened_at,
          v.insurance_expires_on, v.registered_until, y.year as fiscal_year,
          (
            select r.created_by
            from purchase_order_version r
            where r.org_id = o.org_id and r.purchase_order_id = o.id and r.revision = 1
          ) as issued_by,
          o.blanket_id,
          (
            select b.number
            from purchase_order b
            where b.org_id = o.org_id and b.id = o.blanket_id
          ) as blanket_number,
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

/** Its lines with the accounts that pay. */
export const readLines = async (db: Db, id: string): Promise<OrderDetail["lines"]> => {
  const org = db.scope.orgId;
  const [lines, splits] = await Promise.all([
    db.rows<LineRow>(sql`
      select
        l.id, l.line_no, l.requisition_line_id, r.number as requisition_number,
        r.id as requisition_id, q.unit_price as requisition_price, l.rate_code, l.description,
        l.commodity_code, l.cost_code_id, l.quantity, l.unit, l.unit_price, l.amount,
        l.received_quantity, l.invoiced_quantity, l.invoiced_amount, l.cancelled
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
  const codes = await costCodesOf(
    db,
    lines.map(({ costCodeId }) => costCodeId),
  );
  return lines.map((l) => ({
    ...l,
    costCode: codes.get(l.costCodeId ?? "")?.label ?? null,
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

const readRelated = async (db: Db, id: string) => {
  const org = db.scope.orgId;
  const [versions, invoices, approval] = await Promise.all([
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
  return { versions, invoices, approvalId: approval?.id ?? null };
};

/** What a reader should know before the order goes out, or is approved. */
export const checksOf = (
  o: Head,
  scope: Scope,
  today = businessDate(scope),
): OrderDetail["checks"] => [
  {
    ok: o.screeningResult === "clear",
    text:
      o.screeningResult === "clear"
        ? `Not excluded, screened ${o.screenedAt ? formatDate(dayIn(scope, o.screenedAt)) : "before"}`
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

// The button says what a control of the agency stops it for.
const stoppedByControls = async (
  db: Db,
  head: Head,
  actions: OfferedAction[],
): Promise<OfferedAction[]> => {
  const issue = actions.find(({ name, enabled }) => name === "issue" && enabled);
  if (!issue || head.emergency) return actions;
  const [held] = await heldBack(db, "order.issue", [head.id]);
  return held
    ? actions.map((a) => (a === issue ? { ...a, enabled: false, reason: held.reason } : a))
    : actions;
};

const actionsOf = (actor: Actor, head: Head, lines: OrderDetail["lines"]): OfferedAction[] => {
  const placers = [head.buyerId, head.issuedBy, ...(head.formerAuthors ?? [])];
  const received = lines.filter((l) => compareQuantity(l.receivedQuantity, "0") > 0);
  const uninvoiced = lines.filter(
    (l) => Number(l.unitPrice) !== 0 && compareQuantity(l.invoicedQuantity, l.receivedQuantity) < 0,
  );
  const actions = actionsFor(actor, orderNoun, {
    ...head,
    receivedLines: received.length,
    uninvoicedLines: uninvoiced.length,
  } as never);
  return receivedByOthers(actor, placers.includes(actor.personId), actions);
};

// Without what only the rules and the checks read.
const shownOf = ({
  pendingChange: _p,
  fiscalYearId: _y,
  screeningResult: _s,
  screenedAt: _a,
  insuranceExpiresOn: _i,
  registeredUntil: _r,
  issuedBy: _b,
  formerAuthors: _f,
  issuedPlace: _l,
  ...shown
}: Head) => shown;

const shownChange = (change: PendingChange): OrderDetail["pendingChange"] => ({
  reason: change.input.reason,
  difference: change.difference,
  growth: change.growth ?? change.difference,
  amount: change.amount,
  asked: change.askedBy,
  method: change.weighed?.method ?? null,
  methodReason: change.weighed?.methodReason ?? "",
  methodCitation: change.weighed?.methodCitation ?? null,
  aggregateAmount: change.weighed?.aggregateAmount ?? null,
  splitWarning: change.weighed?.splitWarning ?? false,
});

const beforeIssue: ReadonlySet<string> = new Set(["draft", "returned", "in_approval", "approved"]);

/**
 * A purchase order with lines, accounts, receipts, versions, invoices, checks and the actor's
 * actions.
 */
export const readOrder = async (db: Db, actor: Actor, id: string): Promise<OrderDetail> => {
  const [head, lines, receipts, related] = await Promise.all([
    readHead(db, id),
    readLines(db, id),
    readReceipts(db, id),
    readRelated(db, id),
  ]);
  const contract = await contractOf(db, head.contractId);
  const advised =
    head.awarded || head.contractId || head.blanketId ? null : await adviseOrder(db, head, lines);
  const isDraft = head.status === "draft" || head.status === "returned";
  const insurance = beforeIssue.has(head.status)
    ? await insuranceStandings(db, await ofOrder(db, id), [head.vendorId])
    : [];
  const splits = lines.flatMap((l) => l.splits);
  const clauses = head.federal ? await clausesOnOrder(db, id) : [];
  return {
    ...shownOf(head),
    issuedTo: await vendorAsIssued(db, "purchaseOrder", id),
    place: head.issuedAt ? head.issuedPlace : await lineOfPlace(db, head.placeId),
    contractNumber: contract?.number ?? null,
    retainagePercent: contract?.retainagePercent ?? "0",
    splitWarning: isDraft ? (advised?.crosses ?? false) : head.splitWarning,
    clauses,
    clausesLacking:
      head.federal &&
      clauses.length === 0 &&
      head.issuedAt !== null &&
      !head.awarded &&
      !head.contractId,
    advice: advised?.advice ?? null,
    lookback: advised?.near ?? null,
    lines,
    receipts,
    ...related,
    pendingChange: head.pendingChange && shownChange(head.pendingChange),
    encumbered: splits.reduce((n, s) => n + s.encumbered, 0),
    expended: splits.reduce((n, s) => n + s.expended, 0),
    checks: checksOf(head, db.scope),
    insurance,
    canEdit: isDraft && actor.permissions.has("purchaseOrder.create"),
    actions: await stoppedByControls(db, head, actionsOf(actor, head, lines)),
  };
};
