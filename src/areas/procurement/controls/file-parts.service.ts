import { groupBy } from "#kernel/group.ts";
import type { FilePart } from "#kernel/purchase-file.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { FiledOrder } from "#server/controls/purchase-files.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { orderFileParts, type FiledRecords } from "./file-parts.model.ts";

/** Orders, as the files of their purchases are headed. */
export const ordersWithFiles = (db: Db, ids: readonly string[]): Promise<FiledOrder[]> =>
  db.rows<FiledOrder>(sql`
    select
      o.id, o.number, o.title, o.amount, o.federal, o.method, o.contract_id,
      o.contract_id is not null or o.blanket_id is not null as under_contract, o.issued_at,
      o.issued_at is not null as issued, o.match_mode = 'two_way' as two_way,
      o.status in ('closed', 'short_closed', 'cancelled') as ended,
      o.status = 'cancelled' as cancelled, v.name as vendor, p.display_name as buyer
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join person p on p.id = o.buyer_id
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
    order by o.number
  `);

type Stored = Omit<
  FiledRecords,
  "issuedOn" | "microCents" | "simplifiedCents" | "receipts" | keyof Past
> & { issuedAt: Instant | null };
type Past = Pick<FiledRecords, "lines" | "linesBoughtBefore" | "boughtBefore">;

// Orders with what they came of, and the suppliers that were asked for them or for that.
const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      o.id, o.number, o.amount, o.method, o.method_citation, o.aggregate_amount, o.contract_id,
      o.issued_at, v.name as vendor,
      concat_ws(' ', nullif(o.method_reason, ''), r.reason) as method_reason,
      case
        when b.id is null then null
        else jsonb_build_object('id', b.id, 'number', b.number)
      end as blanket,
      coalesce(r.items, '[]') as requisitions, coalesce(q.items, '[]') as quotes
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join purchase_order b on b.org_id = o.org_id and b.id = o.blanket_id
    left join lateral (
        select
          jsonb_agg(distinct jsonb_build_object('id', q.id, 'number', q.number)) as items,
          array_agg(distinct q.id) as ids,
          string_agg(distinct nullif(q.method_reason, ''), ' ') as reason
        from purchase_order_line n
        join requisition_line l on l.org_id = n.org_id and l.id = n.requisition_line_id
        join requisition q on q.org_id = l.org_id and q.id = l.requisition_id
        where n.org_id = o.org_id and n.purchase_order_id = o.id
      ) r
      on true
    left join lateral (
        select jsonb_agg(
            jsonb_build_object(
              'source', q.source, 'answer', q.answer, 'cents', q.cents, 'on', q.answered_on
            ) order by q.answered_on,
            q.id
          ) as items
        from price_quote q
        where q.org_id = o.org_id
          and q.withdrawn_reason is null
          and (q.purchase_order_id = o.id or q.requisition_id = any(r.ids))
      ) q
      on true
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
    order by o.id
  `);

// Lines with a price, and the newest earlier order of the same goods in the same unit of each.
const pastOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Past>> =>
  new Map(
    (
      await db.rows<Past & { orderId: string }>(sql`
        select
          o.id as order_id, count(l.id)::int as lines, count(e.id)::int as lines_bought_before,
          coalesce(
            jsonb_agg(distinct jsonb_build_object(
              'id', e.id, 'number', e.number, 'on', e.ordered_on
            )) filter (where e.id is not null),
            '[]'
          ) as bought_before
        from purchase_order o
        join purchase_order_line l
          on l.org_id = o.org_id
          and l.purchase_order_id = o.id
          and not l.cancelled
          and l.unit_price > 0
        left join lateral (
            select x.id, x.number, x.ordered_on
            from purchase_order_line m
            join purchase_order x on x.org_id = m.org_id and x.id = m.purchase_order_id
            where m.org_id = l.org_id
              and m.description = l.description
              and m.unit = l.unit
              and not m.cancelled
              and x.issued_at < coalesce(o.issued_at, o.created_at)
              and x.status <> 'cancelled'
            order by m.id desc
            limit 1
          ) e
          on true
        where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
        group by o.id
      `)
    ).map(({ orderId, ...past }) => [orderId, past]),
  );

type Receipt = FiledRecords["receipts"][number] & { orderId: string };

const receiptsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Receipt[]>> =>
  groupBy(
    await db.rows<Receipt>(sql`
      select purchase_order_id as order_id, id, number, received_on as on
      from receipt
      where org_id = ${db.scope.orgId}
        and purchase_order_id = any(${[...ids]}::uuid[])
        and status = 'posted'
      order by received_on, number
    `),
    ({ orderId }) => orderId,
  );

/** What orders, their requisitions, quotes and receipts put into the files of purchases. */
export const orderPartsOfFiles = async (
  db: Db,
  filed: readonly FiledOrder[],
): Promise<FilePart[]> => {
  const ids = filed.map(({ id }) => id);
  const [orders, past, receipts, rules] = await Promise.all([
    storedOf(db, ids),
    pastOf(db, ids),
    receiptsOf(db, ids),
    listRules(db, ["microPurchase", "simplifiedAcquisition"]),
  ]);
  return orders.flatMap(({ issuedAt, ...order }) => {
    const issuedOn: Day | null = issuedAt && dayIn(db.scope, issuedAt);
    const day = issuedOn ?? businessDate(db.scope);
    return orderFileParts({
      ...order,
      ...(past.get(order.id) ?? { lines: 0, linesBoughtBefore: 0, boughtBefore: [] }),
      receipts: receipts.get(order.id) ?? [],
      issuedOn,
      microCents: strictestThreshold(rules, "microPurchase", day)?.cents ?? null,
      simplifiedCents: strictestThreshold(rules, "simplifiedAcquisition", day)?.cents ?? null,
    });
  });
};
