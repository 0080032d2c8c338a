import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Invariant } from "#server/operation/checking.ts";

type Off = { id: string; number: string; what: string; kept: number; counted: number };

const sumsOff = (db: Db) =>
  db.rows<Off>(sql`
    select r.id, r.number, v.what, v.kept, v.counted
    from pa_request r
    cross join lateral (
      select
        coalesce(sum(x.cents), 0)::bigint as total, coalesce(sum(x.insured), 0)::bigint as insured,
        coalesce(sum(x.federal), 0)::bigint as federal, coalesce(sum(x.match), 0)::bigint as match
      from pa_item x
      where x.org_id = r.org_id and x.request_id = r.id
    ) s
    cross join lateral (
      values
        ('its costs', r.total, s.total), ('what insurance pays of it', r.insured, s.insured),
        ('what it asks for', r.federal, s.federal), ('its own part', r.match, s.match)
    ) as v(what, kept, counted)
    where r.org_id = ${db.scope.orgId}
      and r.status in ('checked', 'certified', 'submitted', 'paid')
      and v.kept <> v.counted
    limit 100
  `);

const said = (o: Off) => ({
  sentence: `${o.number}: ${o.what} is ${formatCents(o.kept)}, its lines add up to ${formatCents(o.counted)}.`,
  link: `/fema-grants-hub/requests/${o.id}`,
});

/** What must always hold of requests for reimbursement. */
export const requestRules: readonly Invariant[] = [
  {
    name: "recovery.requests",
    label: "Requests for reimbursement and their lines",
    area: "recovery",
    what: "Costs, insurance, federal part and own part of every request that claims costs are the sums of its lines, to the cent.",
    todo: "Do not send the request. Cancel it and check it anew, or ask the operator who changed its lines.",
    check: async ({ db }) => (await sumsOff(db)).map(said),
  },
];
