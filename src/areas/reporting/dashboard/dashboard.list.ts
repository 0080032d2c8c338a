import { dutyLabels } from "#roles.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { reportDashboardCycle } from "./dashboard.labels.ts";

/** Dashboards: everybody's shared ones, and one's own. */
export const reportDashboardList: ListDefinition = {
  name: "dashboards",
  from: "report_dashboard d left join person who on who.id = d.owner_id",
  base: "report_dashboard d",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    number: { sql: "d.number", label: "Number", sort: true },
    status: { sql: "d.status", label: "Status", codes: reportDashboardCycle.statuses },
    name: { sql: "d.name", label: "Dashboard", sort: true },
    duty: { sql: "d.duty", label: "For the duty", codes: dutyLabels },
    tiles: { sql: "jsonb_array_length(d.tiles)", label: "Tiles" },
    owner: { sql: "who.display_name", label: "Made by" },
    ownerId: { sql: "d.owner_id", hidden: true },
    updatedAt: { sql: "d.updated_at", label: "Changed", sort: true },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    duty: { kind: "set", sql: "d.duty", type: "text" },
    mine: { kind: "flag", sql: "d.owner_id = $actor" },
  },
  search: ["d.name", "d.number", "coalesce(who.display_name, '')"],
  visible: (actor) => sql`(d.status = 'shared' or d.owner_id = ${actor.personId}::uuid)`,
  defaultSort: "name",
};
