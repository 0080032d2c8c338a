import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";

type Wrong = { number: string; projectId: string; head: boolean };

/** What must always hold of the schedules of projects. */
export const scheduleRules: readonly Invariant[] = [
  {
    name: "projects.schedules",
    label: "Schedules against their tasks and baselines",
    area: "projects",
    what: "The finish of every schedule is that of its last task, and the finish that it is held against is that of its last approved baseline.",
    todo: "Open the project, tab Schedule, and compare its finish with the last task and with the baseline. Whatever is saved there computes it anew; the baseline is a copy that nobody changes.",
    check: async ({ db }): Promise<Finding[]> => {
      const wrong = await db.rows<Wrong>(sql`
        select s.number, s.project_id, coalesce(s.finish <> t.finish, s.finish is not null) as head
        from schedule s
        left join lateral (
            select max(finish) as finish
            from schedule_task
            where org_id = s.org_id and schedule_id = s.id
          ) t
          on true
        left join lateral (
            select finish
            from schedule_baseline
            where org_id = s.org_id and schedule_id = s.id and status = 'approved'
            order by baseline_no desc
            limit 1
          ) b
          on true
        where s.org_id = ${db.scope.orgId}
          and (
            coalesce(s.finish <> t.finish, s.finish is not null)
            or coalesce(s.base_finish, -1) <> coalesce(b.finish, -1)
          )
        order by s.number
        limit 100
      `);
      return wrong.map(({ number, projectId, head }) => ({
        sentence: head
          ? `${number}: its finish is not that of its last task.`
          : `${number}: it is held against another finish than its baseline has.`,
        link: `/projects/${projectId}?tab=schedule`,
      }));
    },
  },
];
