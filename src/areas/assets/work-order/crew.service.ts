import { sql } from "#server/db/sql.ts";
import type { RequestCrew } from "#areas/engagement/engagement.server.ts";
import { followAgain } from "./follow-up.service.ts";

/**
 * The crew of a service request: who leads the work that answers it. Opened again by who reported,
 * a follow-up goes to the lead of the last work that is done; while work is open, it goes on.
 */
export const requestCrew: RequestCrew = {
  peopleOf: async (db, requestId) =>
    (
      await db.rows<{ leadId: string }>(sql`
        select distinct lead_id
        from work_order
        where org_id = ${db.scope.orgId}
          and service_request_id = ${requestId}
          and lead_id is not null
          and status not in ('closed', 'cancelled')
      `)
    ).map((row) => row.leadId),
  reopened: async (tx, actor, { id, words }) => {
    const last = await tx.maybe<{ id: string; number: string; status: string }>(sql`
      select id, number, status
      from work_order
      where org_id = ${tx.scope.orgId} and service_request_id = ${id} and status <> 'cancelled'
      order by status in ('completed', 'closed'), created_at desc, id desc
      limit 1
    `);
    if (!last) return null;
    if (last.status !== "completed" && last.status !== "closed") return last.number;
    return (await followAgain(tx, actor, last.id, words)).number;
  },
};
