import { sql } from "#server/db/sql.ts";
import type { Held, Holding } from "#areas/organization/organization.server.ts";

/** What of bids hangs on a person: shares of keys under sealed bids, and evaluations under way. */
export const sourcingHoldings: readonly Holding[] = [
  {
    kind: "officerKeys",
    label: "Keys of sealed bids",
    place: 70,
    byHand:
      "Only they can seal their share anew for a successor: let them hand it over on the solicitation before they leave. Afterwards the other officers open the bids, if enough are left.",
    of: (db, personId): Promise<Held[]> =>
      db.rows<Held>(sql`
        select distinct s.id, s.number || ': ' || s.title as label, '/rfq-builder/' || s.id as link
        from opening_officer o
        join solicitation s on s.org_id = o.org_id and s.id = o.solicitation_id
        where o.org_id = ${db.scope.orgId}
          and o.person_id = ${personId}
          and o.replaced_at is null
          and s.status in ('draft', 'review', 'published', 'questions_closed', 'closed')
        order by 2
        limit 200
      `),
  },
  {
    kind: "evaluations",
    label: "Evaluations under way",
    place: 80,
    byHand: "The coordinator of the evaluation takes them off the panel and names a substitute.",
    of: (db, personId): Promise<Held[]> =>
      db.rows<Held>(sql`
        select distinct e.id, e.number as label, '/bid-evaluation/' || e.id as link
        from evaluation e
        left join evaluation_member m on m.org_id = e.org_id and m.evaluation_id = e.id
        where e.org_id = ${db.scope.orgId}
          and e.status not in ('approved', 'ended')
          and (
            e.coordinator_id = ${personId}
            or (m.person_id = ${personId} and m.recused_at is null)
          )
        order by 2
        limit 200
      `),
  },
];
