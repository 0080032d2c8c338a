import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A line of an issue that stands, with what of its item is asked elsewhere. */
export type IssuedQuantity = {
  id: string;
  movementId: string;
  number: string;
  movedOn: Day;
  item: string;
  commodity: string | null;
  /** Decimal text of the item's unit, without what came back. */
  quantity: string;
  unit: string;
};

const most = 20_000;

/** What was issued on these days of items with a commodity of one of these beginnings; at most 20,000 lines. */
export const issuedBetween = (
  db: Db,
  { from, until, codes }: { from: Day; until: Day; codes: readonly string[] },
): Promise<IssuedQuantity[]> =>
  db.rows<IssuedQuantity>(sql`
    select
      l.id, m.id as movement_id, m.number, m.moved_on, i.name as item,
      i.commodity_code as commodity,
      trim_scale(l.quantity - coalesce(
        (
          select sum(r.quantity)
          from stock_movement_line r
          join stock_movement w on w.org_id = r.org_id and w.id = r.movement_id
          where r.org_id = l.org_id
            and r.returns_line_id = l.id
            and w.status = 'posted'
            and w.reverses_id is null
        ),
        0
      ))::text as quantity,
      i.unit
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    where m.org_id = ${db.scope.orgId}
      and m.kind = 'issue'
      and m.status = 'posted'
      and m.reverses_id is null
      and m.moved_on between ${from}::date and ${until}::date
      and exists (
        select 1
        from unnest(${[...codes]}::text[]) as c
        where i.commodity_code like c || '%'
      )
    order by m.moved_on, m.number, l.line_no
    limit ${most}
  `);
