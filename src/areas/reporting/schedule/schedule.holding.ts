import type { Holding } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { reportScheduleNoun } from "./schedule.noun.ts";

const ownedBy = (db: Db, personId: string) =>
  db.rows<{ id: string; label: string; link: string }>(sql`
    select id, name as label, '/reports/schedules/' || id as link
    from report_schedule
    where org_id = ${db.scope.orgId} and owner_id = ${personId} and status <> 'ended'
    order by name, id
    limit 200
  `);

/** Reports by mail that a member set up: a successor goes on with them. */
export const scheduleHolding: Holding = {
  kind: "reportSchedules",
  label: "Reports by mail that they set up",
  place: 86,
  of: ownedBy,
  takeOver: async (tx, actor, personId, successorId) => {
    if (successorId === null) return 0;
    const left = await ownedBy(tx, personId);
    for (const { id } of left)
      await change(tx, asSystem(actor), reportScheduleNoun, {
        id,
        action: "take-over",
        patch: { ownerId: successorId },
      });
    return left.length;
  },
};
