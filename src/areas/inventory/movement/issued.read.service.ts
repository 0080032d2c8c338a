import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { ConsumerType } from "./movement.labels.ts";

/** A line of an issue that stands: what of it is still out, and what that cost. Integer cents. */
export type IssuedLine = {
  id: string;
  movementId: string;
  movement: string;
  movedOn: Day;
  consumerType: ConsumerType;
  consumerId: string;
  consumer: string;
  itemId: string;
  item: string;
  unit: string;
  lot: string | null;
  location: string;
  /** Decimal text of the item's unit, without what came back. */
  quantity: string;
  cents: number;
  /** What of it orders brought. */
  boughtQuantity: string;
  boughtCents: number;
};

const issued = (
  db: Db,
  of: { ids: readonly string[] | null; consumerIds: readonly string[] },
): Promise<IssuedLine[]> =>
  db.rows<IssuedLine>(sql`
    select
      l.id, m.id as movement_id, m.number as movement, m.moved_on, m.consumer_type, m.consumer_id,
      m.consumer, i.id as item_id, i.name as item, i.unit, t.code as lot, o.name as location,
      trim_scale(l.quantity - b.quantity)::text as quantity,
      (-l.value_cents - coalesce(
        (
          select sum(c.value_cents)
          from stock_movement_line c
          where c.org_id = l.org_id and c.corrects_line_id = l.id
        ),
        0
      ) - b.cents)::bigint as cents,
      trim_scale(d.quantity)::text as bought_quantity, d.cents as bought_cents
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    join stock_location o on o.org_id = l.org_id and o.id = l.from_location_id
    left join stock_lot t on t.org_id = l.org_id and t.id = l.lot_id
    cross join lateral (
      select
        coalesce(sum(r.quantity), 0) as quantity,
        coalesce(
          sum(r.value_cents + coalesce(
            (
              select sum(c.value_cents)
              from stock_movement_line c
              where c.org_id = r.org_id and c.corrects_line_id = r.id
            ),
            0
          )),
          0
        ) as cents
      from stock_movement_line r
      join stock_movement w on w.org_id = r.org_id and w.id = r.movement_id
      where r.org_id = l.org_id
        and r.returns_line_id = l.id
        and w.status = 'posted'
        and w.reverses_id is null
    ) b
    cross join lateral (
      select coalesce(sum(s.quantity), 0) as quantity, coalesce(sum(s.cents), 0)::bigint as cents
      from stock_draw s
      where s.org_id = l.org_id and s.line_id = l.id
    ) d
    where l.org_id = ${db.scope.orgId}
      and m.kind = 'issue'
      and m.status = 'posted'
      and m.reverses_id is null
      and (${of.ids === null}::boolean or l.id = any(${arrayOf(of.ids ?? [])}::uuid[]))
      and (${of.ids !== null}::boolean or m.consumer_id = any(${arrayOf(of.consumerIds)}::uuid[]))
      and l.quantity > b.quantity
    order by m.moved_on, m.number, l.line_no
    limit 2000
  `);

/** What was issued to these and is still out, oldest first; at most 2,000 lines. */
export const issuedTo = (db: Db, consumerIds: readonly string[]): Promise<IssuedLine[]> =>
  issued(db, { ids: null, consumerIds });

/** Lines of issues by id, as far as something of them is still out. */
export const issuedLines = (db: Db, ids: readonly string[]): Promise<IssuedLine[]> =>
  issued(db, { ids, consumerIds: [] });
