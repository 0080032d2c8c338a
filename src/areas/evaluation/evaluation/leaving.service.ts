import { sql } from "#server/db/sql.ts";
import type { Held, Holding } from "#areas/organization/organization.server.ts";

/** Evaluations under way hang on their coordinator and panel. */
export const evaluationsHeld: Holding = {
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
        and (e.coordinator_id = ${personId} or (m.person_id = ${personId} and m.recused_at is null))
      order by 2
      limit 200
    `),
};
