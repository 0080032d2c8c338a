import type { ListDefinition } from "#server/http/list.ts";
import { lotLies, lotSum } from "../item/shelf-sums.ts";
import { lotConditions } from "./lot.labels.ts";

/** Lots and serial numbers of the stores. */
export const lotList: ListDefinition = {
  name: "stock-lots",
  title: "lots and serial numbers",
  from: "stock_lot t join stock_item i on i.org_id = t.org_id and i.id = t.item_id",
  base: "stock_lot t",
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    code: { sql: "t.code", label: "Lot or serial number", sort: true },
    itemId: { sql: "t.item_id", hidden: true },
    itemNumber: { sql: "i.number", label: "Item number" },
    item: { sql: "i.name", label: "Item", sort: true },
    unit: { sql: "i.unit", label: "Unit" },
    onHand: { sql: `trim_scale(${lotSum})::text`, label: "On hand" },
    condition: { sql: "t.condition", label: "Condition", sort: true, codes: lotConditions },
    expiresOn: { sql: "t.expires_on", label: "Expires on", sort: true },
    version: { sql: "t.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "t.id", type: "uuid" },
    itemId: { kind: "set", sql: "t.item_id", type: "uuid" },
    condition: { kind: "set", sql: "t.condition", type: "text" },
    vendorId: { kind: "set", sql: "t.vendor_id", type: "uuid" },
    purchaseOrderId: { kind: "set", sql: "t.purchase_order_id", type: "uuid" },
    onHand: { kind: "flag", sql: lotLies },
    expiresOn: { kind: "range", sql: "t.expires_on", type: "date" },
    expiring: { kind: "flag", sql: `t.expires_on between $today and $today + 30 and ${lotLies}` },
    expired: { kind: "flag", sql: `t.expires_on < $today and ${lotLies}` },
  },
  search: ["t.code", "i.name", "i.number"],
  defaultSort: "expiresOn",
};
