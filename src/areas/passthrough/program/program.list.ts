import type { ListDefinition } from "#server/http/list.ts";
import { programStatuses } from "./program.labels.ts";

const reviews =
  "exists (select 1 from program_reviewer r where r.org_id = p.org_id and r.program_id = p.id and r.person_id = $actor and r.recused_at is null)";
// Cells on which the reviewers are too far apart and nobody said yet what they agreed on: as
// `spreadCells` tells them, by the scores that count.
const apart = `exists (
  select 1
  from program_consensus c
  join program_application a on a.org_id = c.org_id and a.id = c.application_id
  join program_criterion k on k.org_id = c.org_id and k.id = c.criterion_id
  cross join lateral (
    select max(s.score) - min(s.score) as distance
    from program_score s
    join program_reviewer w
      on w.org_id = s.org_id and w.id = s.reviewer_id and w.recused_at is null
    where s.org_id = c.org_id
      and s.application_id = c.application_id
      and s.criterion_id = c.criterion_id
      and not exists (
        select 1
        from jsonb_array_elements(w.declaration) d
        where d ->> 'applicationId' = s.application_id::text and (d ->> 'conflict')::boolean
      )
  ) given
  where a.org_id = p.org_id
    and a.program_id = p.id
    and c.comment = ''
    and given.distance * 100 > p.apart_percent * k.max_score
)`;

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
    toAgree: {
      kind: "flag",
      sql: `p.status = 'scored' and ${reviews} and ${apart}`,
    },
    mine: {
      kind: "flag",
      sql: "exists (select 1 from program_reviewer r where r.org_id = p.org_id and r.program_id = p.id and r.person_id = $actor)",
    },
  },
  search: ["p.number", "p.title", "w.number"],
  defaultSort: "-number",
};
