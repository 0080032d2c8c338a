import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { chartKinds, savedReportCycle } from "./report.labels.ts";

/** Reports that people made: everybody's shared ones, and one's own. */
export const savedReportList: ListDefinition = {
  name: "reports",
  from: "saved_report r left join person who on who.id = r.owner_id",
  base: "saved_report r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", codes: savedReportCycle.statuses },
    name: { sql: "r.name", label: "Report", sort: true },
    question: { sql: "r.question", hidden: true },
    chart: { sql: "r.chart", label: "Shown as", codes: chartKinds },
    owner: { sql: "who.display_name", label: "Made by" },
    ownerId: { sql: "r.owner_id", hidden: true },
    keptAt: {
      sql: "(select max(x.kept_at) from kept_run x where x.org_id = r.org_id and x.report_id = r.id)",
      label: "Last kept",
    },
    updatedAt: { sql: "r.updated_at", label: "Changed", sort: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    chart: { kind: "set", sql: "r.chart", type: "text" },
    mine: { kind: "flag", sql: "r.owner_id = $actor" },
  },
  search: ["r.name", "r.number", "coalesce(who.display_name, '')"],
  visible: (actor) => sql`(r.status = 'shared' or r.owner_id = ${actor.personId}::uuid)`,
  defaultSort: "name",
};
