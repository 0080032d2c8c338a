import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { approvedAs } from "#kernel/lump-sum.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { vendorAsIssued } from "#areas/vendors/vendors.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { budgetEffect } from "#areas/budget/budget.server.ts";
import type { ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { keptReadingOf } from "./document/kept-reading.service.ts";
import { isHand } from "./delivery.service.ts";
import { acceptRefusal } from "./exception.model.ts";
import { headAmounts } from "./head-amounts.model.ts";
import type { InvoiceDetail } from "./invoice.model.ts";
import { invoiceNoun } from "./invoice.service.ts";
import { toleranceOn } from "./tolerance.service.ts";
import { invoiceColumns, invoiceList } from "./invoice.list.ts";
import { readTrace } from "./trace.service.ts";
import { discountStanding } from "./discount.service.ts";

type Head = Omit<
  InvoiceDetail,
  | "lines"
  | "exceptions"
  | "splits"
  | "budget"
  | "trace"
  | "actions"
  | "tolerance"
  | "duplicateOf"
  | "approvalId"
  | "reading"
  | "canEdit"
  | "holds"
  | "issuedTo"
  | "discountOpen"
  | "discountLost"
  | "lostTo"
> & {
  approvedAt: Instant | null;
  disputedOn: Day | null;
  duplicateId: string | null;
  duplicateNumber: string | null;
  fiscalYearId: string | null;
  createdBy: string | null;
  firstException: string | null;
};

const readHead = async (db: Db, id: string): Promise<Head> => {
  const columns = Object.entries(invoiceColumns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
  const row = await db.maybe<Head>(
    bind(
      `
        select
          i.*, ${columns}, invoice_interest_due(i.org_id, i.id, $3) as interest,
          f.name as file_name, coalesce(o.match_mode, 'none') as match_mode, d.id as duplicate_id,
          d.number as duplicate_number,
          (
            select min(e.message)
            from invoice_exception e
            where e.org_id = i.org_id and e.invoice_id = i.id and e.status = 'open'
          ) as first_exception
        from ${invoiceList.from}
        left join stored_file f on f.org_id = i.org_id and f.id = i.file_id
        left join invoice d on d.org_id = i.org_id and d.id = i.duplicate_of
        where i.org_id = $1 and i.id = $2
      `,
      [db.scope.orgId, id, businessDate(db.scope)],
    ),
  );
  if (!row) throw notFound("invoice");
  return row;
};

const readLines = (db: Db, id: string) =>
  db.rows<InvoiceDetail["lines"][number]>(sql`
    select
      l.id, l.line_no, l.purchase_order_line_id,
      case when l.purchase_order_line_id is null then l.account_string_id end as account_string_id,
      l.description, l.quantity, l.unit, l.unit_price, l.adjustment, l.amount, l.stated_amount,
      p.quantity as ordered, p.unit as order_unit, p.received_quantity as received,
      p.unit_price as order_price,
      (
        select sum(case when x.amount < 0 then -abs(x.quantity) else abs(x.quantity) end)::numeric(
            18, 4
          )
        from invoice_line x
        join invoice y on y.org_id = x.org_id and y.id = x.invoice_id
        where x.org_id = l.org_id
          and x.purchase_order_line_id = l.purchase_order_line_id
          and y.status not in ('voided', 'rejected')
      ) as invoiced
    from invoice_line l
    left join purchase_order_line p on p.org_id = l.org_id and p.id = l.purchase_order_line_id
    where l.org_id = ${db.scope.orgId} and l.invoice_id = ${id}
    order by l.line_no
  `);

const budgetOf = async (db: Db, head: Head, splits: InvoiceDetail["splits"]) => {
  const amounts = new Map<string, number>();
  for (const s of splits)
    amounts.set(s.accountStringId, (amounts.get(s.accountStringId) ?? 0) + s.amount);
  return head.fiscalYearId
    ? (await budgetEffect(db, head.fiscalYearId, [...amounts.keys()])).map((b) => ({
        ...b,
        amount: amounts.get(b.accountStringId) ?? 0,
      }))
    : [];
};

const editable = new Set(["received", "exception", "matched", "disputed"]);

const exceptionsOf = (db: Db, id: string) =>
  db.rows<Omit<InvoiceDetail["exceptions"][number], "canAccept">>(sql`
    select
      e.id, e.line_id, e.kind, e.message, e.amount, e.owner_duty, e.status, e.resolution,
      p.display_name as resolved_by, e.resolved_at
    from invoice_exception e
    left join person p on p.id = e.resolved_by
    where e.org_id = ${db.scope.orgId} and e.invoice_id = ${id}
    order by e.status = 'cleared', e.id
  `);

const splitsOf = (db: Db, id: string) =>
  db.rows<InvoiceDetail["splits"][number]>(sql`
    select s.account_string_id, a.code, sum(s.amount)::bigint as amount
    from invoice_share s
    join account_string a on a.org_id = s.org_id and a.id = s.account_string_id
    where s.org_id = ${db.scope.orgId} and s.invoice_id = ${id}
    group by 1, 2
    order by 2
  `);

const latestApprovalOf = (db: Db, id: string) =>
  db.maybe<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${db.scope.orgId} and document_id = ${id}
    order by requested_at desc
    limit 1
  `);

const holdsOn = (db: Db, id: string) =>
  db.rows<{ id: string; reason: string }>(sql`
    select h.id, h.reason
    from payment_hold h
    join invoice i on i.org_id = h.org_id and (h.invoice_id = i.id or h.vendor_id = i.vendor_id)
    where h.org_id = ${db.scope.orgId} and i.id = ${id} and h.lifted_at is null
  `);

/**
 * An invoice with lines beside order and receipts, exceptions, accounts and budget effect, its
 * trace, and the actor's actions.
 */
export const readInvoice = async (db: Db, actor: Actor, id: string): Promise<InvoiceDetail> => {
  const [head, lines, exceptions, splits, approval, holds, reading] = await Promise.all([
    readHead(db, id),
    readLines(db, id),
    exceptionsOf(db, id),
    splitsOf(db, id),
    latestApprovalOf(db, id),
    holdsOn(db, id),
    keptReadingOf(db, id),
  ]);
  const {
    duplicateId,
    duplicateNumber,
    fiscalYearId: _y,
    createdBy,
    firstException,
    approvedAt: _at,
    disputedOn: _on,
    ...shown
  } = head;
  const waits = exceptions.some((e) => e.status === "open" && e.ownerDuty === "receiver");
  const [tolerance, trace, budget, ownHands] = await Promise.all([
    toleranceOn(db, head.receivedOn),
    readTrace(db, head),
    budgetOf(db, head, splits),
    waits && isHand(db, actor, head.purchaseOrderId),
  ]);
  return {
    ...shown,
    ...(await discountStanding(db, head)),
    lines,
    issuedTo: await vendorAsIssued(db, "invoice", id),
    exceptions: exceptions.map((e) => ({
      ...e,
      canAccept:
        head.status === "exception" &&
        e.status === "open" &&
        acceptRefusal(e, createdBy, actor) === null &&
        !(ownHands && e.ownerDuty === "receiver"),
    })),
    splits,
    tolerance,
    trace,
    budget,
    holds,
    approvalId: approval?.id ?? null,
    reading,
    duplicateOf: duplicateId ? { id: duplicateId, number: duplicateNumber! } : null,
    canEdit: editable.has(head.status) && actor.permissions.has("invoice.edit"),
    actions: await actionsAsked(db, actor, invoiceNoun, {
      ...head,
      createdBy,
      firstException,
    } as never),
  };
};

// What stands on no line is shown when there is some.
const headerFacts = (head: Head) =>
  headAmounts(head).flatMap(([label, cents]) =>
    cents ? [{ label, value: formatCents(cents) }] : [],
  );

const sharesOf = (db: Db, id: string) =>
  db.rows<InvoiceDetail["splits"][number]>(sql`
    select account_string_id, '' as code, sum(amount)::bigint as amount
    from invoice_share
    where org_id = ${db.scope.orgId} and invoice_id = ${id}
    group by 1
  `);

type StandingException = { kind: string; message: string; resolution: string | null };
const standingExceptionsOf = (db: Db, id: string) =>
  db.rows<StandingException>(sql`
    select kind, message, resolution
    from invoice_exception
    where org_id = ${db.scope.orgId} and invoice_id = ${id} and status <> 'cleared'
  `);

const matchChecks = (
  head: Head,
  exceptions: readonly StandingException[],
): ApprovalSummary["checks"] => {
  if (exceptions.length)
    return exceptions.map((e) => ({
      ok: false,
      text: e.resolution ? `${e.message} Accepted: ${e.resolution}` : e.message,
    }));
  if (head.matchMode === "none") return [{ ok: true, text: "No order to match" }];
  const ways = head.matchMode === "three_way" ? "Three" : "Two";
  return [{ ok: true, text: `${ways}-way match agrees` }];
};

/** What an approver sees of an invoice. */
export const invoiceSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const [head, lines, splits, exceptions] = await Promise.all([
    readHead(db, id),
    readLines(db, id),
    sharesOf(db, id),
    standingExceptionsOf(db, id),
  ]);
  return {
    facts: [
      { label: "Vendor", value: head.vendor },
      { label: "Vendor's number", value: head.vendorNumber },
      { label: "Purchase order", value: head.orderNumber ?? "None" },
      { label: "Received", value: head.receivedOn },
      { label: "Due", value: (head.total < 0 ? null : head.dueOn) ?? "—" },
      ...(head.discountOn
        ? [{ label: "Discount", value: `${head.terms}, until ${formatDate(head.discountOn)}` }]
        : []),
      ...headerFacts(head),
      { label: "Total", value: formatCents(head.total) },
    ],
    lines: lines.map((l) => ({
      description: l.description,
      ...approvedAs(l),
      amount: l.amount,
    })),
    budget: (await budgetOf(db, head, splits)).map((b) => ({ ...b })),
    checks: matchChecks(head, exceptions),
  };
};
