import type { ListDefinition } from "#server/http/list.ts";
import { consumerTypes, movementKinds, movementStatuses } from "./movement.labels.ts";

const ofLines = (condition: string): string => `exists (
  select 1
  from stock_movement_line l
  where l.org_id = m.org_id and l.movement_id = m.id and ${condition}
)`;

/** What moved in the stores, newest first. */
export const movementList: ListDefinition = {
  name: "stock-movements",
  title: "movements of stock",
  from: "stock_movement m",
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    number: { sql: "m.number", label: "Number", sort: true },
    kind: { sql: "m.kind", label: "Movement", sort: true, codes: movementKinds },
    movedOn: { sql: "m.moved_on", label: "Moved on", sort: true },
    items: {
      sql: `coalesce((
        select string_agg(distinct i.name, ', ' order by i.name)
        from stock_movement_line l
        join stock_item i on i.org_id = l.org_id and i.id = l.item_id
        where l.org_id = m.org_id and l.movement_id = m.id
      ), '')`,
      label: "Items",
    },
    lines: {
      sql: `(
        select count(*)
        from stock_movement_line l
        where l.org_id = m.org_id and l.movement_id = m.id
      )::int`,
      label: "Lines",
    },
    consumerType: { sql: "m.consumer_type", label: "For", codes: consumerTypes },
    consumerId: { sql: "m.consumer_id", hidden: true },
    consumer: { sql: "m.consumer", label: "Who gets it" },
    valueCents: {
      sql: `coalesce((
        select sum(l.value_cents)
        from stock_movement_line l
        where l.org_id = m.org_id and l.movement_id = m.id
      ), 0)::bigint`,
      label: "Value",
      money: true,
    },
    status: { sql: "m.status", label: "Status", sort: true, codes: movementStatuses },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    kind: { kind: "set", sql: "m.kind", type: "text" },
    status: { kind: "set", sql: "m.status", type: "text" },
    consumerType: { kind: "set", sql: "m.consumer_type", type: "text" },
    consumerId: { kind: "set", sql: "m.consumer_id", type: "uuid" },
    receiptId: { kind: "set", sql: "m.receipt_id", type: "uuid" },
    itemId: { kind: "among", sql: ofLines("l.item_id::text = any($values)"), type: "text" },
    lotId: { kind: "among", sql: ofLines("l.lot_id::text = any($values)"), type: "text" },
    locationId: {
      kind: "among",
      sql: ofLines(
        "(l.from_location_id::text = any($values) or l.to_location_id::text = any($values))",
      ),
      type: "text",
    },
    movedOn: { kind: "range", sql: "m.moved_on", type: "date" },
    opening: { kind: "flag", sql: "m.opening" },
    mine: { kind: "flag", sql: "m.entered_by = $actor" },
  },
  search: ["m.number", "m.reason", "m.consumer"],
  number: "m.number",
  defaultSort: "-number",
};
