import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { listFunds } from "#areas/budget/budget.server.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { chargeRules } from "./charge.checks.ts";

type OffBalance = { itemId: string; item: string; location: string; kept: string; counted: string };
type OffPool = {
  itemId: string;
  item: string;
  fundId: string;
  kept: string;
  counted: string;
  keptCents: number;
  countedCents: number;
};

const balances: Invariant = {
  name: "stock-balances",
  label: "Stock on hand",
  area: "inventory",
  what: "What lies at every location is the sum of what was posted there.",
  todo: "Count the location, and adjust it to what lies there.",
  check: async ({ db }): Promise<Finding[]> => {
    const off = await db.rows<OffBalance>(sql`
      with moved as (
        select l.item_id, p.location_id, l.lot_id, l.fund_id, sum(p.change) as counted
        from stock_movement_line l
        cross join lateral (
          values (l.from_location_id, -l.quantity), (l.to_location_id, l.quantity)
        ) p(location_id, change)
        where l.org_id = ${db.scope.orgId} and p.location_id is not null
        group by l.item_id, p.location_id, l.lot_id, l.fund_id
      ),
      kept as (
        select item_id, location_id, lot_id, fund_id, on_hand
        from stock_balance
        where org_id = ${db.scope.orgId}
      )
      select
        i.id as item_id, i.name as item, o.name as location, coalesce(k.on_hand, 0)::text as kept,
        coalesce(m.counted, 0)::text as counted
      from moved m
      full join kept k
        on k.item_id = m.item_id
        and k.location_id = m.location_id
        and k.lot_id is not distinct from m.lot_id
        and k.fund_id = m.fund_id
      join stock_item i on i.org_id = ${db.scope.orgId} and i.id = coalesce(m.item_id, k.item_id)
      join stock_location o
        on o.org_id = ${db.scope.orgId}
        and o.id = coalesce(m.location_id, k.location_id)
      where coalesce(m.counted, 0) <> coalesce(k.on_hand, 0)
      order by i.name, o.name
      limit 100
    `);
    return off.map(({ itemId, item, location, kept, counted }) => ({
      sentence: `${item} at ${location}: ${shownDecimal(kept)} are kept, ${shownDecimal(counted)} were posted.`,
      link: `/inventory/items/${itemId}`,
    }));
  },
};

const pools: Invariant = {
  name: "stock-value",
  label: "Value of the stock",
  area: "inventory",
  what: "Quantity and value of every item and fund are the sums of what was posted.",
  todo: "Open the item and compare its movements; what was written beside them is found there.",
  check: async ({ db }): Promise<Finding[]> => {
    const off = await db.rows<OffPool>(sql`
      with moved as (
        select
          item_id, fund_id,
          sum((to_location_id is not null)::int * quantity - (
            from_location_id is not null
          )::int * quantity) as counted,
          sum(value_cents)::bigint as cents
        from stock_movement_line
        where org_id = ${db.scope.orgId}
        group by item_id, fund_id
      ),
      kept as (
        select item_id, fund_id, quantity, value_cents
        from stock_pool
        where org_id = ${db.scope.orgId}
      )
      select
        i.id as item_id, i.name as item, coalesce(m.fund_id, k.fund_id) as fund_id,
        coalesce(k.quantity, 0)::text as kept, coalesce(m.counted, 0)::text as counted,
        coalesce(k.value_cents, 0) as kept_cents, coalesce(m.cents, 0) as counted_cents
      from moved m
      full join kept k on k.item_id = m.item_id and k.fund_id = m.fund_id
      join stock_item i on i.org_id = ${db.scope.orgId} and i.id = coalesce(m.item_id, k.item_id)
      where coalesce(m.counted, 0) <> coalesce(k.quantity, 0)
        or coalesce(m.cents, 0) <> coalesce(k.value_cents, 0)
      order by i.name
      limit 100
    `);
    const codes = new Map((await listFunds(db)).map(({ id, code }) => [id, code]));
    return off.map((each) => ({
      sentence: `${each.item} of fund ${codes.get(each.fundId)}: ${shownDecimal(each.kept)} for ${formatCents(each.keptCents)} are kept, ${shownDecimal(each.counted)} for ${formatCents(each.countedCents)} were posted.`,
      link: `/inventory/items/${each.itemId}`,
    }));
  },
};

const held: Invariant = {
  name: "stock-held",
  label: "Stock that is held",
  area: "inventory",
  what: "What is held at a location is the sum of what is held for somebody there.",
  todo: "Open the item; a work order that it is held for can give it back.",
  check: async ({ db }): Promise<Finding[]> => {
    const off = await db.rows<OffBalance>(sql`
      with holds as (
        select item_id, location_id, lot_id, fund_id, sum(quantity) as counted
        from stock_hold
        where org_id = ${db.scope.orgId}
        group by item_id, location_id, lot_id, fund_id
      )
      select
        i.id as item_id, i.name as item, o.name as location, b.reserved::text as kept,
        coalesce(h.counted, 0)::text as counted
      from stock_balance b
      join stock_item i on i.org_id = b.org_id and i.id = b.item_id
      join stock_location o on o.org_id = b.org_id and o.id = b.location_id
      left join holds h
        on h.item_id = b.item_id
        and h.location_id = b.location_id
        and h.lot_id is not distinct from b.lot_id
        and h.fund_id = b.fund_id
      where b.org_id = ${db.scope.orgId} and b.reserved <> coalesce(h.counted, 0)
      order by i.name, o.name
      limit 100
    `);
    return off.map(({ itemId, item, location, kept, counted }) => ({
      sentence: `${item} at ${location}: ${shownDecimal(kept)} are kept as held, ${shownDecimal(counted)} are held for somebody.`,
      link: `/inventory/items/${itemId}`,
    }));
  },
};

/** What must always hold of the stores' books. */
export const stockRules: readonly Invariant[] = [balances, pools, held, ...chargeRules];
