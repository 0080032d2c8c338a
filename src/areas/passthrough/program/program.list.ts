import type { ListDefinition } from "#server/http/list.ts";
import { programStatuses } from "./program.labels.ts";

/** The agency's own grant programs. */
export const programList: ListDefinition = {
  name: "grant-programs",
  from: "grant_program p left join grant_award w on w.org_id = p.org_id and w.id = p.award_id",
  base: "grant_program p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: programStatuses },
    title: { sql: "p.title", label: "Program", sort: true },
    award: { sql: "w.number", label: "Award that pays", sort: true },
    total: { sql: "p.total", label: "Total amount", money: true, sort: true },
    closesOn: { sql: "p.closes_on", label: "Closes", sort: true },
    applications: {
      sql: "(select count(*)::int from program_application a where a.org_id = p.org_id and a.program_id = p.id and a.status not in ('draft', 'withdrawn'))",
      label: "Applications",
    },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    awardId: { kind: "set", sql: "p.award_id", type: "uuid" },
    closesOn: { kind: "range", sql: "p.closes_on", type: "date" },
    toScore: {
      kind: "flag",
      sql: "p.status = 'scoring' and exists (select 1 from program_reviewer r where r.org_id = p.org_id and r.program_id = p.id and r.person_id = $actor and r.recused_at is null and r.handed_in_at is null)",
    },
    mine: {
      kind: "flag",
      sql: "exists (select 1 from program_reviewer r where r.org_id = p.org_id and r.program_id = p.id and r.person_id = $actor)",
    },
  },
  search: ["p.number", "p.title", "w.number"],
  defaultSort: "-number",
};
