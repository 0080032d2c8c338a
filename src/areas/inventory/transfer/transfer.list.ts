import type { ListDefinition } from "#server/http/list.ts";
import { transferStatuses } from "./transfer.labels.ts";

/** Days since what is on the way was sent; null where nothing of it is. */
export const daysOnTheWay = `case
  when t.status in ('sent', 'short') then $today::date - (t.sent_at at time zone $zone)::date
end`;

/** What travels, in words: the first item and how many others. */
export const itemsOfTransfer = `(
  select min(i.name) filter (where l.line_no = 1) || case
    when count(distinct l.item_id) > 1 then ' and ' || (count(distinct l.item_id) - 1) || ' more'
    else ''
  end
  from stock_transfer_line l
  join stock_item i on i.org_id = l.org_id and i.id = l.item_id
  where l.org_id = t.org_id and l.transfer_id = t.id
)`;

export const transferFrom = `stock_transfer t
  join stock_location o on o.org_id = t.org_id and o.id = t.from_location_id
  join stock_location d on d.org_id = t.org_id and d.id = t.to_location_id`;

/** Transfers that travel. */
export const transferList: ListDefinition = {
  name: "stock-transfers",
  title: "stock transfers",
  from: transferFrom,
  base: "stock_transfer t",
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    number: { sql: "t.number", label: "Number", sort: true },
    items: { sql: itemsOfTransfer, label: "Items" },
    fromLocationId: { sql: "t.from_location_id", hidden: true },
    from: { sql: "o.name", label: "Taken from", sort: true },
    toLocationId: { sql: "t.to_location_id", hidden: true },
    to: { sql: "d.name", label: "Goes to", sort: true },
    driver: { sql: "t.driver", label: "Driven by" },
    expectedOn: { sql: "t.expected_on", label: "Expected on", sort: true },
    sentOn: { sql: "(t.sent_at at time zone $zone)::date", label: "Sent on", sort: true },
    days: { sql: daysOnTheWay, label: "Days on the way" },
    open: {
      sql: `(
        select count(*)
        from stock_transfer_line l
        where l.org_id = t.org_id
          and l.transfer_id = t.id
          and t.status in ('sent', 'short')
          and l.quantity > coalesce(
            (
              select sum(x.quantity)
              from stock_transfer_outcome x
              where x.org_id = l.org_id and x.line_id = l.id
            ),
            0
          )
      )::int`,
      label: "Lines on the way",
    },
    status: { sql: "t.status", label: "Status", sort: true, codes: transferStatuses },
    version: { sql: "t.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "t.status", type: "text" },
    late: {
      kind: "flag",
      sql: "(t.status in ('sent', 'short') and t.expected_on < $today)",
    },
    expectedOn: { kind: "range", sql: "t.expected_on", type: "date" },
    fromLocationId: { kind: "set", sql: "t.from_location_id", type: "uuid" },
    toLocationId: { kind: "set", sql: "t.to_location_id", type: "uuid" },
  },
  search: ["t.number", "o.name", "d.name", "t.driver"],
  number: "t.number",
  defaultSort: "-number",
};
