import type { ListDefinition } from "#server/http/list.ts";
import { availableSum, belowPoint, liesAt, onHandSum, valueSum } from "./shelf-sums.ts";
import { itemStatuses, trackings } from "./item.labels.ts";

const packs = `(
  select string_agg(p ->> 'name' || ' of ' || trim_scale((p ->> 'quantity')::numeric)::text, '; ')
  from jsonb_array_elements(i.packs) p
)`;

/** Items of the stores. */
export const itemList: ListDefinition = {
  name: "stock-items",
  title: "stock items",
  from: "stock_item i",
  alias: "i",
  columns: {
    id: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Number", sort: true },
    name: { sql: "i.name", label: "Item", sort: true },
    unit: { sql: "i.unit", label: "Unit" },
    onHand: { sql: `trim_scale(${onHandSum})::text`, label: "On hand" },
    available: { sql: `trim_scale(${availableSum})::text`, label: "Available" },
    valueCents: { sql: valueSum, label: "Value", money: true },
    tracking: { sql: "i.tracking", label: "Told apart", codes: trackings },
    commodityCode: { sql: "i.commodity_code", label: "Commodity", sort: true },
    reorderPoint: { sql: "trim_scale(i.reorder_point)::text", label: "Reorder at" },
    orderUpTo: { sql: "trim_scale(i.order_up_to)::text", label: "Order up to" },
    keeperId: { sql: "i.keeper_id", hidden: true },
    status: { sql: "i.status", label: "Status", sort: true, codes: itemStatuses },
    version: { sql: "i.version", hidden: true },
    description: { sql: "i.description", label: "Description", exportOnly: true },
    packs: { sql: packs, label: "Packs", exportOnly: true },
    costClass: { sql: "i.cost_class", label: "Cost class", exportOnly: true },
    shelfLifeDays: { sql: "i.shelf_life_days", label: "Shelf life, days", exportOnly: true },
  },
  filters: {
    id: { kind: "set", sql: "i.id", type: "uuid" },
    status: { kind: "set", sql: "i.status", type: "text" },
    tracking: { kind: "set", sql: "i.tracking", type: "text" },
    commodityCode: { kind: "set", sql: "i.commodity_code", type: "text" },
    costClass: { kind: "set", sql: "i.cost_class", type: "text" },
    vendorId: { kind: "set", sql: "i.vendor_id", type: "uuid" },
    locationId: { kind: "among", sql: liesAt, type: "text" },
    below: { kind: "flag", sql: belowPoint },
    mine: { kind: "flag", sql: "i.keeper_id = $actor" },
  },
  search: ["i.number", "i.name", "i.description", "i.commodity_code"],
  defaultSort: "name",
};
