import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { schedulesDue } from "./exchange/due.service.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

/** So many days after its progress was told, that of a task under way is asked for again. */
const daysTold = 7;

/** A task that should have begun, or runs, and of which nobody told in a week. */
export type WaitingTask = {
  id: string;
  projectId: string;
  ownerId: string | null;
  code: string;
  name: string;
  number: string;
  startsOn: Day;
  finishOn: Day;
};

/** Tasks that wait for somebody to tell of their progress, over all projects that run; by day. */
export const waitingTasks = (db: Db, most: number): Promise<WaitingTask[]> => {
  const today = businessDate(db.scope);
  return db.rows<WaitingTask>(sql`
    select t.id, s.project_id, t.owner_id, t.code, t.name, p.number, t.starts_on, t.finish_on
    from schedule_task t
    join schedule s on s.org_id = t.org_id and s.id = t.schedule_id
    join project p
      on p.org_id = s.org_id
      and p.id = s.project_id
      and p.status not in ('closed', 'cancelled')
    where t.org_id = ${db.scope.orgId}
      and t.actual_finish is null
      and t.kind <> 'summary'
      and t.starts_on <= ${today}::date
      and coalesce(t.reported_on <= ${addDays(today, -daysTold)}::date, true)
    order by t.starts_on, t.id
    limit ${most}
  `);
};

const taskCards = async (db: Db): Promise<CourtCard[]> =>
  (await waitingTasks(db, mostCards)).map((task) => ({
    kind: "scheduleTask",
    id: task.id,
    projectId: task.projectId,
    number: task.code || task.number,
    says: `Tell of its progress: ${task.name}`,
    href: `/projects/${task.projectId}?tab=schedule`,
    column: "missing",
    dueOn: task.startsOn,
    since: task.startsOn,
  }));

type Proposed = { id: string; projectId: string; number: string; createdAt: Instant };

const baselineCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Proposed>(sql`
      select b.id, s.project_id, b.number, b.created_at
      from schedule_baseline b
      join schedule s on s.org_id = b.org_id and s.id = b.schedule_id
      where b.org_id = ${db.scope.orgId} and b.status = 'proposed'
      order by b.created_at
      limit ${mostCards}
    `)
  ).map((baseline) => ({
    kind: "baseline",
    id: baseline.id,
    projectId: baseline.projectId,
    number: baseline.number,
    says: "Approve the baseline, or return it",
    href: `/projects/${baseline.projectId}?tab=schedule`,
    column: "ours",
    dueOn: null,
    since: dayIn(db.scope, baseline.createdAt),
  }));

const dueCards = async (db: Db): Promise<CourtCard[]> =>
  (await schedulesDue(db)).slice(0, mostCards).map((p) => ({
    kind: "monthlySchedule",
    id: p.id,
    projectId: p.id,
    number: p.number,
    says: "The contractor hands its monthly schedule in",
    href: `/projects/${p.id}?tab=schedule`,
    column: "contractors",
    dueOn: p.dueOn,
    since: null,
  }));

/** Monthly schedules to be handed in, tasks whose progress nobody told, and baselines that wait to be approved. */
export const scheduleCards = async (db: Db): Promise<CourtCard[]> =>
  (await Promise.all([taskCards(db), baselineCards(db), dueCards(db)])).flat();
