// What lists ask of the shelves: conditions and sums over what lies of an item `i`.

const at = "b.org_id = i.org_id and b.item_id = i.id";

/** How many lie anywhere. */
export const onHandSum = `(
  select coalesce(sum(b.on_hand), 0) from stock_balance b where ${at}
)`;

const freeSum = (lying: string) => `(
  select coalesce(sum(b.on_hand - b.reserved), 0)
  from stock_balance b
  join stock_location o on o.org_id = b.org_id and o.id = b.location_id and not o.quarantine ${lying}
  left join stock_lot t on t.org_id = b.org_id and t.id = b.lot_id
  where ${at}
    and coalesce(t.condition not in ('quarantined', 'rejected'), true)
    and coalesce(t.expires_on >= $today, true)
)`;

/** How many are free: nothing that is held for others, on the way, in quarantine, rejected or expired. */
export const availableSum = freeSum("and o.role <> 'transit'");

/** What they are worth, in cents. */
export const valueSum = `(
  select coalesce(sum(p.value_cents), 0)::bigint
  from stock_pool p
  where p.org_id = i.org_id and p.item_id = i.id
)`;

/** In use, and no more is free or on the way between locations than the point at which more is ordered. */
export const belowPoint = `(
  i.status = 'active' and i.reorder_point is not null and ${freeSum("")} <= i.reorder_point
)`;

/** Something of it lies at one of the locations $values, or within them. */
export const liesAt = `exists (
  select 1
  from stock_balance b
  where ${at} and b.on_hand > 0 and b.location_id in (
    with recursive within as (
      select l.id from stock_location l where l.id::text = any($values)
      union
      select l.id from stock_location l join within w on l.parent_id = w.id
    )
    select w.id from within w
  )
)`;

/** Something of the lot `t` lies somewhere. */
export const lotLies = `exists (
  select 1
  from stock_balance b
  where b.org_id = t.org_id and b.lot_id = t.id and b.on_hand > 0
)`;

/** How many of the lot `t` lie somewhere. */
export const lotSum = `(
  select coalesce(sum(b.on_hand), 0)
  from stock_balance b
  where b.org_id = t.org_id and b.lot_id = t.id
)`;
