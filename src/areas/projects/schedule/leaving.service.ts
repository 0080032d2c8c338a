import type { Actor } from "#kernel/access.ts";
import type { Held, Holding } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import type { PlanTask } from "./plan.model.ts";
import { rewrite } from "./schedule.service.ts";

const tasksOf = (db: Db, personId: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    select
      t.id, p.number || ': ' || t.name as label, '/projects/' || p.id || '?tab=schedule' as link
    from schedule_task t
    join schedule s on s.org_id = t.org_id and s.id = t.schedule_id
    join project p on p.org_id = s.org_id and p.id = s.project_id
    where t.org_id = ${db.scope.orgId}
      and t.owner_id = ${personId}
      and t.actual_finish is null
      and p.status not in ('closed', 'cancelled')
    order by t.finish_on, t.id
    limit 200
  `);

// One schedule after the other: its dates stay, its milestones go to whoever reports them now.
const takeOver = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  successorId: string | null,
): Promise<number> => {
  const schedules = await tx.rows<{ id: string; tasks: number }>(sql`
    select s.id, count(*)::int as tasks
    from schedule_task t
    join schedule s on s.org_id = t.org_id and s.id = t.schedule_id
    join project p on p.org_id = s.org_id and p.id = s.project_id
    where t.org_id = ${tx.scope.orgId}
      and t.owner_id = ${personId}
      and t.actual_finish is null
      and p.status not in ('closed', 'cancelled')
    group by s.id
    order by s.id
  `);
  const given = (task: PlanTask): PlanTask =>
    task.ownerId === personId && task.actualFinish === null
      ? { ...task, ownerId: successorId }
      : task;
  for (const { id, tasks } of schedules)
    await rewrite(tx, asSystem(actor), {
      id,
      action: "takeOver",
      edit: ({ plan }) => ({
        plan: { ...plan, tasks: plan.tasks.map(given) },
        content: { tasks, from: personId, to: successorId },
      }),
    });
  return schedules.reduce((sum, { tasks }) => sum + tasks, 0);
};

/** Tasks of schedules whose progress somebody tells: a successor takes them over. */
export const scheduleHoldings: readonly Holding[] = [
  {
    kind: "scheduleTasks",
    label: "Tasks of schedules that they report",
    place: 66,
    of: tasksOf,
    takeOver,
  },
];
