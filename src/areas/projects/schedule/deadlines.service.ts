import type { Day } from "#kernel/time.ts";
import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Dated = {
  id: string;
  number: string;
  projectId: string;
  dataDate: Day;
  taskId: string | null;
  name: string;
  finishOn: Day;
  ownerId: string | null;
  engineerId: string | null;
};

/** Milestones of a schedule that are kept as deadlines: the next so many. */
const mostMilestones = 20;

const specOf = (row: Dated): DeadlineRecordOf["deadlines"][number] => ({
  key: `milestone-${row.taskId}`,
  title: row.name,
  dueOn: row.finishOn,
  follows: `The day on which the schedule reaches it, as told up to ${row.dataDate}.`,
  ownerId: row.ownerId ?? row.engineerId,
  notices: [14, 3, 0],
  byHand: false,
});

const grouped = (rows: readonly Dated[]): DeadlineRecordOf[] =>
  [...new Set(rows.map(({ id }) => id))].map((id) => {
    const its = rows.filter((row) => row.id === id);
    const { number, projectId } = its[0]!;
    return {
      id,
      number,
      link: `/projects/${projectId}?tab=schedule`,
      deadlines: its.filter(({ taskId }) => taskId !== null).map(specOf),
    };
  });

/** The next milestones of schedules whose projects run, of all or of one. */
export const milestoneDeadlines = async (
  db: Db,
  id: string | null = null,
): Promise<DeadlineRecordOf[]> =>
  grouped(
    await db.rows<Dated>(sql`
      select
        s.id, s.number, s.project_id, s.data_date, t.id as task_id, coalesce(t.name, '') as name,
        coalesce(t.finish_on, s.data_date) as finish_on, t.owner_id, p.engineer_id
      from schedule s
      join project p on p.org_id = s.org_id and p.id = s.project_id
      left join lateral (
          select m.id, m.name, m.finish_on, m.owner_id
          from schedule_task m
          where m.org_id = s.org_id
            and m.schedule_id = s.id
            and m.kind = 'milestone'
            and m.actual_finish is null
            and p.status not in ('closed', 'cancelled')
          order by m.finish, m.place
          limit ${mostMilestones}
        ) t
        on true
      where s.org_id = ${db.scope.orgId} and (${id}::uuid is null or s.id = ${id}::uuid)
      order by s.number, t.finish_on
    `),
  );

export const scheduleDeadlineSource: DeadlineSource = {
  type: "schedule",
  label: "Milestone of a schedule",
  permission: "project.read",
  all: (db) => milestoneDeadlines(db),
};
