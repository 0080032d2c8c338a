import type { ListDefinition } from "#server/http/list.ts";
import { arrivalKinds } from "./arrival.labels.ts";

/** What lies where goods are received: balances `b` of items `i` and lots `t` at locations `o`. */
export const putAwayFrom = `stock_balance b
  join stock_location o
    on o.org_id = b.org_id and o.id = b.location_id and o.role = 'receiving' and b.on_hand > 0
  join stock_item i on i.org_id = b.org_id and i.id = b.item_id
  left join stock_lot t on t.org_id = b.org_id and t.id = b.lot_id`;

/** The code of the shelf where it belongs: as its orders say, else where most of the item lies. */
export const belongsOn = `coalesce(
  (
    select s.code
    from stock_order_line n
    join stock_location s
      on s.org_id = n.org_id
      and s.id = n.location_id
      and s.role = 'shelf'
      and s.status = 'active'
      and not s.quarantine
      and s.charge_account_id is not distinct from o.charge_account_id
    where n.org_id = b.org_id and n.item_id = b.item_id
    order by s.place_id = o.place_id desc, n.created_at desc
    limit 1
  ),
  (
    select s.code
    from stock_balance x
    join stock_location s
      on s.org_id = x.org_id
      and s.id = x.location_id
      and s.role = 'shelf'
      and s.status = 'active'
      and not s.quarantine
      and s.charge_account_id is not distinct from o.charge_account_id
    where x.org_id = b.org_id and x.item_id = b.item_id and s.place_id = o.place_id
    order by x.on_hand desc, s.code
    limit 1
  )
)`;

/** What lies where goods are received, until it is put away. */
export const putAwayList: ListDefinition = {
  name: "stock-put-away",
  title: "goods to put away",
  from: putAwayFrom,
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    itemId: { sql: "b.item_id", hidden: true },
    itemNumber: { sql: "i.number", label: "Item number", sort: true },
    item: { sql: "i.name", label: "Item", sort: true },
    lot: { sql: "t.code", label: "Lot", sort: true },
    quantity: { sql: "trim_scale(b.on_hand)::text", label: "Quantity" },
    unit: { sql: "i.unit", label: "Unit" },
    location: { sql: "o.name", label: "Lies at", sort: true },
    cameOn: {
      sql: `(
        select max(m.moved_on)
        from stock_movement_line l
        join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
        where l.org_id = b.org_id
          and l.item_id = b.item_id
          and l.to_location_id = b.location_id
          and l.lot_id is not distinct from b.lot_id
          and l.fund_id = b.fund_id
          and m.status = 'posted'
          and m.reverses_id is null
      )`,
      label: "Came on",
    },
    shelf: {
      sql: belongsOn,
      label: "Belongs on",
    },
  },
  filters: {
    id: { kind: "set", sql: "b.id", type: "uuid" },
    itemId: { kind: "set", sql: "b.item_id", type: "uuid" },
    locationId: { kind: "set", sql: "b.location_id", type: "uuid" },
  },
  search: ["i.name", "i.number", "t.code"],
  defaultSort: "item",
};

const kindLabels = Object.fromEntries(
  Object.entries(arrivalKinds).map(([kind, { label }]) => [kind, label]),
);

/** What came and is not stock, oldest first. */
export const arrivalList: ListDefinition = {
  name: "stock-arrivals",
  title: "goods that are not stock",
  from: `stock_arrival a
    join stock_item i on i.org_id = a.org_id and i.id = a.item_id and a.status = 'open'
    join stock_location o on o.org_id = a.org_id and o.id = a.location_id`,
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    kind: { sql: "a.kind", label: "Why it is no stock", sort: true, codes: kindLabels },
    itemId: { sql: "a.item_id", hidden: true },
    itemNumber: { sql: "i.number", label: "Item number" },
    item: { sql: "i.name", label: "Item", sort: true },
    quantity: { sql: "trim_scale(a.quantity)::text", label: "Quantity" },
    unit: { sql: "i.unit", label: "Unit" },
    location: { sql: "o.name", label: "Lies at" },
    order: { sql: `a."order"`, label: "Order", sort: true },
    orderId: { sql: "a.order_id", hidden: true },
    receipt: { sql: "a.receipt", label: "Receipt", sort: true },
    cameOn: { sql: "a.came_on", label: "Came on", sort: true },
  },
  filters: {
    kind: { kind: "set", sql: "a.kind", type: "text" },
    itemId: { kind: "set", sql: "a.item_id", type: "uuid" },
    orderId: { kind: "set", sql: "a.order_id", type: "uuid" },
  },
  search: ["i.name", "i.number", `a."order"`, "a.receipt"],
  defaultSort: "cameOn",
};
