import { departmentNameOf } from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { awardStatuses } from "./award.labels.ts";

/** Awards that were made: none of an intent that may still be protested or withdrawn. */
export const madeAwardList: ListDefinition = {
  name: "awards",
  title: "awards of competitions",
  from: "award w join solicitation s on s.org_id = w.org_id and s.id = w.solicitation_id",
  alias: "w",
  columns: {
    id: { sql: "w.id", hidden: true },
    solicitationId: { sql: "s.id", hidden: true },
    number: { sql: "w.number", label: "Number", sort: true },
    status: { sql: "w.status", label: "Status", codes: awardStatuses },
    title: { sql: "s.title", label: "What", sort: true },
    solicitationNumber: { sql: "s.number", label: "Solicitation" },
    department: { sql: departmentNameOf("w.org_id", "s.department_id"), label: "Department" },
    madeAt: { sql: "w.finalised_at", label: "Awarded", sort: true },
    totalCents: { sql: "w.total_cents", label: "Amount", money: true, sort: true },
  },
  filters: {
    status: { kind: "set", sql: "w.status", type: "text" },
    departmentId: { kind: "set", sql: "s.department_id", type: "uuid" },
    madeOn: { kind: "range", sql: "(w.finalised_at at time zone $zone)::date", type: "date" },
  },
  search: ["w.number", "s.number", "s.title"],
  visible: () => sql`w.status in ('waiting', 'final') and w.finalised_at is not null`,
  defaultSort: "-madeAt",
  totals: { totalCents: "w.total_cents" },
};
