import type { ListDefinition } from "#server/http/list.ts";
import { chargeTimes, locationStatuses } from "./location.labels.ts";

/** Locations of the stores. */
export const locationList: ListDefinition = {
  name: "stock-locations",
  title: "stock locations",
  from: "stock_location l left join stock_location w on w.org_id = l.org_id and w.id = l.parent_id",
  base: "stock_location l",
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    code: { sql: "l.code", label: "Code", sort: true },
    name: { sql: "l.name", label: "Location", sort: true },
    parentId: { sql: "l.parent_id", hidden: true },
    parent: { sql: "w.code", label: "Within" },
    placeId: { sql: "l.place_id", hidden: true },
    quarantine: { sql: "l.quarantine", label: "Quarantine" },
    chargeAt: { sql: "l.charge_at", label: "Charged", codes: chargeTimes },
    chargeAccountId: { sql: "l.charge_account_id", hidden: true },
    status: { sql: "l.status", label: "Status", sort: true, codes: locationStatuses },
    version: { sql: "l.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "l.id", type: "uuid" },
    status: { kind: "set", sql: "l.status", type: "text" },
    role: { kind: "set", sql: "l.role", type: "text" },
    parentId: { kind: "set", sql: "l.parent_id", type: "uuid" },
    placeId: { kind: "set", sql: "l.place_id", type: "uuid" },
    quarantine: { kind: "flag", sql: "l.quarantine" },
  },
  search: ["l.code", "l.name"],
  defaultSort: "code",
};
