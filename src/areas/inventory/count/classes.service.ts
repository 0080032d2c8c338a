import type { Actor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { classesOf } from "./tolerance.model.ts";

/**
 * Works the classes of all items out anew by what was issued of each in the last twelve months, and
 * keeps them with the day. Gives how many items were classed.
 */
export const workOutClasses = async (tx: Tx, actor: Actor): Promise<{ items: number }> => {
  const today = businessDate(tx.scope);
  const issued = await tx.rows<{ itemId: string; cents: number }>(sql`
    select
      i.id as item_id,
      coalesce(-sum(l.value_cents) filter (where m.id is not null), 0)::bigint as cents
    from stock_item i
    left join stock_movement_line l on l.org_id = i.org_id and l.item_id = i.id
    left join stock_movement m
      on m.org_id = l.org_id
      and m.id = l.movement_id
      and m.kind = 'issue'
      and m.status = 'posted'
      and m.reverses_id is null
      and m.moved_on > ${addDays(today, -365)}
    where i.org_id = ${tx.scope.orgId} and i.status = 'active'
    group by i.id
  `);
  const classes = classesOf(issued);
  await tx.rows(sql`
    insert into stock_class (org_id, item_id, class, issued_cents, worked_on)
    select ${tx.scope.orgId}, item_id, class, greatest(cents, 0), ${today}
    from unnest(
      ${arrayOf(issued.map(({ itemId }) => itemId))}::uuid[],
      ${arrayOf(issued.map(({ itemId }) => classes.get(itemId)!))}::text[],
      ${arrayOf(issued.map(({ cents }) => cents))}::bigint[]
    ) told(item_id, class, cents)
    order by item_id
    on conflict (org_id, item_id)
    do update set
      class = excluded.class, issued_cents = excluded.issued_cents, worked_on = excluded.worked_on
  `);
  const of = { id: tx.scope.orgId!, number: today };
  note(tx, actor, "stockClass", of, { action: "work_out", after: { items: issued.length } });
  return { items: issued.length };
};
