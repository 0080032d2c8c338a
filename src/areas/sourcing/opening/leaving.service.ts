import { sql } from "#server/db/sql.ts";
import type { Held, Holding } from "#areas/organization/organization.server.ts";

/** What of bids hangs on a person: shares of keys under sealed bids. */
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
];
