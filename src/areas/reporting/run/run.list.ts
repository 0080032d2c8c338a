import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";

/** What reports said at a moment, of which somebody may read every figure. */
export const keptRunList: ListDefinition = {
  name: "kept-runs",
  title: "reports kept with their figures",
  from: "kept_run x left join person who on who.id = x.kept_by",
  base: "kept_run x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    status: { sql: "x.status", hidden: true },
    name: { sql: "x.name", label: "Report", sort: true },
    finding: { sql: "x.finding", label: "Finding" },
    ready: { sql: "x.ready", hidden: true },
    reportId: { sql: "x.report_id", hidden: true },
    sha256: { sql: "x.sha256", label: "SHA-256" },
    shared: { sql: "x.shared", label: "Shared" },
    keptBy: { sql: "who.display_name", label: "Kept by" },
    keptAt: { sql: "x.kept_at", label: "Kept", sort: true },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    reportId: { kind: "set", sql: "x.report_id", type: "uuid" },
    ready: { kind: "set", sql: "x.ready", type: "text" },
    mine: { kind: "flag", sql: "x.kept_by = $actor" },
    shared: { kind: "flag", sql: "x.shared" },
  },
  search: ["x.name", "x.number", "x.finding"],
  visible: (actor) =>
    sql`
      (
        x.shared
        or x.kept_by = ${actor.personId}::uuid
      ) and x.permissions <@ ${[...actor.permissions]}::text[]
    `,
  defaultSort: "-keptAt",
};
