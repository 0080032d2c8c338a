import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Invariant } from "#server/operation/checking.ts";

type Off = { id: string; number: string; what: string; kept: number; counted: number };

const claimsOff = (db: Db) =>
  db.rows<Off>(sql`
    select
      c.id, c.document_number as number, 'what is claimed of a cost' as what, c.claimed as kept,
      coalesce(s.cents, 0)::bigint as counted
    from cost_line c
    left join lateral (
        select sum(k.cents) as cents
        from cost_claim k
        where k.org_id = c.org_id and k.cost_line_id = c.id and k.live
      ) s
      on true
    where c.org_id = ${db.scope.orgId} and c.claimed <> coalesce(s.cents, 0)
    limit 100
  `);

const paidOff = (db: Db) =>
  db.rows<Off>(sql`
    select
      i.id, i.number, 'what its cost lines are paid' as what, c.paid as kept,
      coalesce(s.amount, 0)::bigint as counted
    from invoice i
    join lateral (
        select sum(l.paid)::bigint as paid
        from cost_line l
        where l.org_id = i.org_id and l.invoice_id = i.id and l.reversed_on is null
        having count(*) > 0
      ) c
      on true
    left join lateral (
        select sum(x.amount) as amount
        from payment_invoice x
        join payment p on p.org_id = x.org_id and p.id = x.payment_id
        where x.org_id = i.org_id
          and x.invoice_id = i.id
          and x.live
          and p.status in ('released', 'cleared')
      ) s
      on true
    where i.org_id = ${db.scope.orgId} and c.paid <> coalesce(s.amount, 0)
    limit 100
  `);

const coverOff = (db: Db) =>
  db.rows<Off>(sql`
    select
      c.id, c.document_number as number, 'what is uncovered of its claims' as what,
      coalesce(sum(k.uncovered), 0)::bigint as kept,
      (c.claimed - least(
        greatest(c.claimed, least(0, c.paid - c.moved)), greatest(0, c.paid - c.moved)
      ))::bigint as counted
    from cost_line c
    left join cost_claim k on k.org_id = c.org_id and k.cost_line_id = c.id and k.live
    where c.org_id = ${db.scope.orgId}
    group by c.id, c.document_number, c.claimed, c.paid, c.moved
    having coalesce(sum(k.uncovered), 0) <> c.claimed - least(
      greatest(c.claimed, least(0, c.paid - c.moved)), greatest(0, c.paid - c.moved)
    )
    limit 100
  `);

const datedOff = (db: Db) =>
  db.rows<Off>(sql`
    select
      c.id, c.document_number as number, 'what its dated entries paid' as what, c.paid as kept,
      coalesce(s.paid, 0)::bigint as counted
    from cost_line c
    left join lateral (
        select sum(e.paid) as paid, sum(e.charged) as charged
        from cost_entry e
        where e.org_id = c.org_id and e.cost_line_id = c.id
      ) s
      on true
    where c.org_id = ${db.scope.orgId}
      and (
        c.paid <> coalesce(s.paid, 0)
        or coalesce(s.charged, 0) <> case when c.reversed_on is null then c.cents else 0 end
      )
    limit 100
  `);

const said = (o: Off) => ({
  sentence: `${o.number}: ${o.what} is ${formatCents(o.kept)}, counted anew it is ${formatCents(o.counted)}.`,
  link: "/payments/costs",
});

/** What must always hold of cost lines and of what is claimed of them. */
export const costRules: readonly Invariant[] = [
  {
    name: "finance.costs",
    label: "Costs and their claims",
    area: "finance",
    what: "What is paid of every invoice is spread over its cost lines to the cent, what is claimed of a line is the sum of its claims, what exceeds its paid cents is marked as uncovered, and its dated entries come to what it is charged and paid.",
    todo: "Open the costs and the record that claims them. Payments are right: stop drawing on the award until the operator corrected the line.",
    check: async ({ db }) =>
      (await Promise.all([claimsOff(db), paidOff(db), coverOff(db), datedOff(db)]))
        .flat()
        .map(said),
  },
];
