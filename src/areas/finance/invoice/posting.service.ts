import { billOrder, type BilledLine } from "#areas/procurement/procurement.server.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { businessDate } from "#server/clock.ts";
import {
  fiscalYearOf,
  postCommitments,
  yearIsClosed,
  type Posting,
} from "#areas/budget/budget.server.ts";
import { reverseCosts, writeCosts } from "../cost/posting-costs.service.ts";
import { tellOfCosts } from "../cost/written.ts";
import type { invoice } from "./invoice.tables.ts";
import { moveReserves } from "./reserves.ts";

type Row = typeof invoice.$inferSelect;
/**
 * A charge of an invoice and the share of the order that it uses: of a whole line both are the
 * lines themselves. `released` is what of the encumbrance it used when it was posted; `fills`: with it
 * the line of the order is billed in full, so that nothing more of it is to be paid. `due` is what is
 * encumbered for the quantity that it bills: a dearer price uses no money of what is still to come.
 */
type Share = {
  id: string;
  whole: boolean;
  accountStringId: string;
  amount: number;
  released: number;
  orderShareId: string | null;
  encumbered: number;
  due: number;
  fills: boolean;
};

// Billed before and by this invoice, of the quantity that was ordered.
const fills = sql`
  coalesce(
    q.id is not null and q.invoiced_quantity + (
      select sum(case when x.amount < 0 then -abs(x.quantity) else abs(x.quantity) end)
      from invoice_line x
      where x.org_id = q.org_id and x.invoice_id = l.invoice_id and x.purchase_order_line_id = q.id
    ) >= q.quantity,
    false
  )
`;

// Of what share `of` has encumbered, the part of the quantity that is billed here; all of it where
// the quantity says nothing (an order that was billed in full before).
const dueOf = (of: Sql) => sql`
  coalesce(
    round(${of} * least(
      1,
      case
        when l.amount < 0 then -abs(l.quantity)
        else abs(l.quantity)
      end / nullif(greatest(q.quantity - q.invoiced_quantity, 0), 0)
    )),
    ${of}, 0
  )::bigint
`;

const sharesOf = (tx: Tx, id: string) =>
  tx.rows<Share>(sql`
    select
      l.id, true as whole, l.account_string_id, l.charged as amount,
      case when p.id is null then 0 else greatest(l.charged, 0) - l.beyond end as released,
      p.id as order_share_id, coalesce(p.encumbered, 0) as encumbered,
      ${dueOf(sql`p.encumbered`)} as due, ${fills} as fills
    from invoice_line l
    left join purchase_order_line q on q.org_id = l.org_id and q.id = l.purchase_order_line_id
    left join purchase_order_line p
      on p.org_id = l.org_id
      and p.id = l.purchase_order_line_id
      and p.account_string_id = l.account_string_id
    where l.org_id = ${tx.scope.orgId} and l.invoice_id = ${id} and l.account_string_id is not null
    union all
    select
      s.id, false, s.account_string_id, s.amount, s.released, o.id, coalesce(o.encumbered, 0),
      ${dueOf(sql`o.encumbered`)}, ${fills}
    from invoice_split s
    left join invoice_line l on l.org_id = s.org_id and l.id = s.line_id
    left join purchase_order_line q on q.org_id = l.org_id and q.id = l.purchase_order_line_id
    left join purchase_order_split o
      on o.org_id = s.org_id
      and o.line_id = l.purchase_order_line_id
      and o.account_string_id = s.account_string_id
    where s.org_id = ${tx.scope.orgId} and s.invoice_id = ${id}
    order by id
  `);

/**
 * What an invoice charges, read under a lock of its order, so that nobody else uses up the order's
 * encumbrance meanwhile.
 */
export const sharesToPost = async (tx: Tx, id: string): Promise<Share[]> => {
  const [, shares] = await Promise.all([
    tx.rows(sql`
      select 1 as locked
      from purchase_order o
      where o.org_id = ${tx.scope.orgId}
        and o.id = (
          select i.purchase_order_id
          from invoice i
          where i.org_id = ${tx.scope.orgId} and i.id = ${id}
        )
      for update
    `),
    sharesOf(tx, id),
  ]);
  return shares;
};

// What is billed of each of the order's lines: quantity with the sign of its amount, amount, and what
// was released and charged of a line that one account pays.
const billedOf = (tx: Tx, row: Row, whole: readonly Share[]) =>
  tx.rows<BilledLine>(sql`
    select
      i.purchase_order_line_id as line_id,
      sum(case when i.amount < 0 then -abs(i.quantity) else abs(i.quantity) end) as quantity,
      sum(i.amount)::bigint as amount, coalesce(sum(t.released), 0)::bigint as released,
      coalesce(sum(t.charged), 0)::bigint as charged
    from invoice_line i
    left join unnest(
        ${whole.map((s) => s.id)}::uuid[], ${whole.map((s) => s.released)}::bigint[],
        ${whole.map((s) => s.amount)}::bigint[]
      ) as t(id, released, charged)
      on t.id = i.id
    where i.org_id = ${row.orgId}
      and i.invoice_id = ${row.id}
      and i.purchase_order_line_id is not null
    group by 1
  `);

const moveOrder = async (
  tx: Tx,
  actor: Actor,
  row: Row,
  shares: readonly Share[],
  sign: 1 | -1,
) => {
  if (!row.purchaseOrderId) return;
  const ordered = shares.filter((s) => s.orderShareId);
  await billOrder(tx, actor, {
    orderId: row.purchaseOrderId,
    amount: row.subtotal,
    lines: await billedOf(
      tx,
      row,
      ordered.filter((s) => s.whole),
    ),
    shares: ordered
      .filter((s) => !s.whole)
      .map((s) => ({ id: s.orderShareId!, released: s.released, charged: s.amount })),
    sign,
  });
};

/** Why an invoice is not charged in full, in words for whoever sends or approves it. */
export const notCharged =
  "A line is charged to no account. Correct the invoice: name the line of the order that it bills, or an account.";

const fiscalYear = (row: Row) => {
  if (!row.fiscalYearId) throw conflict("no_year", "The invoice belongs to no fiscal year.");
  return { type: "invoice", id: row.id, number: row.number, fiscalYearId: row.fiscalYearId };
};

// Each charge releases its amount as far as the order has it for what is billed; the last charge of a line that is billed in
// full releases the rest, so that no cent of it stays encumbered.
const releasedOf = (shares: readonly Share[]): Share[] => {
  const left = new Map<string, number>();
  return shares.map((s, at) => {
    if (!s.orderShareId) return { ...s, released: 0 };
    const open = left.get(s.orderShareId) ?? s.encumbered;
    const isLast = !shares.slice(at + 1).some((o) => o.orderShareId === s.orderShareId);
    const part =
      s.fills && isLast ? open : Math.min(open, Math.max(0, s.amount), Math.max(0, s.due));
    left.set(s.orderShareId, open - part);
    return { ...s, released: part };
  });
};

/**
 * Posts an approved invoice: expends each account and releases as much of the order's encumbrance
 * as is left for it, in one movement per
 * account. What exceeds the encumbrance must be available in the budget (409 over_budget); what no
 * account pays is not posted (409 not_charged).
 */
export const postInvoice = async (
  tx: Tx,
  actor: Actor,
  row: Row,
  shares: readonly Share[],
): Promise<void> => {
  if (shares.reduce((n, s) => n + s.amount, 0) !== row.total)
    throw conflict("not_charged", notCharged);
  const released = releasedOf(shares);
  keep(tx, row, released);
  await moveOrder(tx, actor, row, released, 1);
  if (!row.purchaseOrderId) await moveReserves(tx, actor, row, 1);
  postCommitments(
    tx,
    actor,
    fiscalYear(row),
    released.map((s): Posting => ({
      accountStringId: s.accountStringId,
      encumbered: -s.released,
      expended: s.amount,
    })),
    { kind: "expend" },
  );
  writeCosts(tx, row, released);
  await heard(tx, actor, row);
};

const heard = async (tx: Tx, actor: Actor, { purchaseOrderId }: Row): Promise<void> => {
  if (purchaseOrderId) await tellOfCosts(tx, actor, { purchaseOrderId });
};

// What each charge released. Of a whole line only what the order had no money left for is kept:
// mostly that is nothing.
const keep = (tx: Tx, row: Row, shares: readonly Share[]): void => {
  const divided = shares.filter((s) => !s.whole);
  const beyond = shares.filter(
    (s) => s.whole && s.orderShareId && Math.max(0, s.amount) !== s.released,
  );
  if (divided.length)
    tx.later(
      tx.rows(sql`
        update invoice_split s
        set released = t.part
        from unnest(
          ${divided.map((s) => s.id)}::uuid[], ${divided.map((s) => s.released)}::bigint[]
        ) as t(id, part)
        where s.org_id = ${row.orgId} and s.id = t.id
      `),
    );
  if (beyond.length)
    tx.later(
      tx.rows(sql`
        update invoice_line l
        set beyond = greatest(l.charged, 0) - t.part
        from unnest(
          ${beyond.map((s) => s.id)}::uuid[], ${beyond.map((s) => s.released)}::bigint[]
        ) as t(id, part)
        where l.org_id = ${row.orgId} and l.id = t.id
      `),
    );
};

type Ordered = { status: string; fiscalYearId: string };
const endedOrder = new Set(["closed", "short_closed", "cancelled"]);

/**
 * The year in which an approved invoice is posted: its own, or where its order is now if that was
 * closed while it was written.
 */
export const yearOfPosting = async (tx: Tx, row: Row): Promise<string> => {
  const { fiscalYearId } = fiscalYear(row);
  if (!(await yearIsClosed(tx, fiscalYearId))) return fiscalYearId;
  return yearOfReversal(
    tx,
    row,
    await tx.maybe<Ordered>(sql`
      select status, fiscal_year_id
      from purchase_order
      where org_id = ${row.orgId} and id = ${row.purchaseOrderId}
    `),
  );
};

// Expenditure and encumbrance come back together, to where the order is now; a closed year takes
// nothing back, so today's does.
const yearOfReversal = async (tx: Tx, row: Row, order: Ordered | null): Promise<string> => {
  const id = order?.fiscalYearId ?? fiscalYear(row).fiscalYearId;
  return (await yearIsClosed(tx, id))
    ? (await fiscalYearOf(tx, businessDate(tx.scope), "")).id
    : id;
};

/**
 * Takes a posting back: the expenditure is reversed and the order is encumbered again, unless the
 * order has ended and holds no money any more. An order that went into the next year with the
 * closing of its own takes the money back there.
 */
export const unpostInvoice = async (
  tx: Tx,
  actor: Actor,
  row: Row,
  note: string,
): Promise<void> => {
  const [order, posted] = await Promise.all([
    tx.maybe<Ordered>(sql`
      select status, fiscal_year_id
      from purchase_order
      where org_id = ${row.orgId} and id = ${row.purchaseOrderId}
      for update
    `),
    sharesOf(tx, row.id),
  ]);
  const shares = posted.map((s) =>
    order && endedOrder.has(order.status) ? { ...s, released: 0 } : s,
  );
  postCommitments(
    tx,
    actor,
    { ...fiscalYear(row), fiscalYearId: await yearOfReversal(tx, row, order) },
    shares.map((s): Posting => ({
      accountStringId: s.accountStringId,
      encumbered: s.released,
      expended: -s.amount,
    })),
    { kind: "reverse", note },
  );
  if (!row.purchaseOrderId) await moveReserves(tx, actor, row, -1);
  await reverseCosts(tx, actor, row.id);
  await moveOrder(tx, actor, row, shares, -1);
  keep(
    tx,
    row,
    shares
      .map((s) => ({ ...s, released: s.whole ? Math.max(0, s.amount) : 0 }))
      .filter((s, i) => !s.whole || shares[i]!.released !== s.released),
  );
  await heard(tx, actor, row);
};
