import type { ListDefinition } from "#server/http/list.ts";
import { protestStatuses } from "./protest.labels.ts";

/**
 * Protests of the agency. `waits`: filed or under review, or appealed; `late`: not decided though
 * its day has passed.
 */
export const protestList: ListDefinition = {
  name: "protests",
  alias: "p",
  base: "protest p",
  from: "protest p join solicitation s on s.org_id = p.org_id and s.id = p.solicitation_id join vendor v on v.org_id = p.org_id and v.id = p.vendor_id join organization o on o.id = p.org_id",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    vendor: { sql: "v.name", label: "Vendor" },
    solicitationId: { sql: "s.id", hidden: true },
    solicitationNumber: { sql: "s.number", label: "Solicitation" },
    title: { sql: "s.title", label: "Title" },
    status: { sql: "p.status", label: "Status", codes: protestStatuses },
    filedAt: { sql: "p.filed_at", label: "Filed", sort: true },
    timely: { sql: "p.timely", label: "In time" },
    stay: { sql: "p.stay", label: "Stays the award" },
    decideBy: { sql: "p.decide_by", label: "Decide by", sort: true },
    decidedAt: { sql: "coalesce(p.appeal_decided_at, p.decided_at)", label: "Decided" },
    appealUntil: { sql: "p.appeal_until", label: "Appeal until" },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    solicitationId: { kind: "set", sql: "p.solicitation_id", type: "uuid" },
    vendorId: { kind: "set", sql: "p.vendor_id", type: "uuid" },
    filedAt: { kind: "range", sql: "p.filed_at", type: "instant" },
    decideBy: { kind: "range", sql: "p.decide_by", type: "date" },
    waits: { kind: "flag", sql: "p.status in ('filed', 'under_review', 'appealed')" },
    late: {
      kind: "flag",
      sql: "(p.status in ('filed', 'under_review') and p.decide_by < (clock_timestamp() at time zone o.time_zone)::date)",
    },
    stay: { kind: "flag", sql: "p.stay" },
    timely: { kind: "flag", sql: "p.timely" },
  },
  search: ["p.number", "v.name", "s.number", "s.title"],
  defaultSort: "-filedAt",
};
