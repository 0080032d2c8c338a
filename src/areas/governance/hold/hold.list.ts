import type { ListDefinition } from "#server/http/list.ts";
import { holdStatuses } from "./hold.labels.ts";

/** Legal holds of the agency. */
export const holdList: ListDefinition = {
  name: "legal-holds",
  from: "legal_hold h",
  alias: "h",
  columns: {
    id: { sql: "h.id", hidden: true },
    number: { sql: "h.number", label: "Number", sort: true },
    matter: { sql: "h.matter", label: "Matter", sort: true },
    reason: { sql: "h.reason", label: "Reason" },
    records: {
      sql: "(select count(*)::int from legal_hold_record r where r.org_id = h.org_id and r.hold_id = h.id)",
      label: "Records",
    },
    placedName: { sql: "h.placed_name", label: "Placed by", sort: true },
    placedAt: { sql: "h.placed_at", label: "Placed", sort: true },
    liftedAt: { sql: "h.lifted_at", label: "Lifted", sort: true },
    status: { sql: "h.status", label: "Status", sort: true, codes: holdStatuses },
    version: { sql: "h.version", hidden: true },
  },
  filters: { status: { kind: "set", sql: "h.status", type: "text" } },
  search: ["h.number", "h.matter", "h.reason"],
  defaultSort: "-number",
};
