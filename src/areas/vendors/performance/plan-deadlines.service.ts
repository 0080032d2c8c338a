import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";

type Dated = {
  id: string;
  number: string;
  title: string;
  vendor: string;
  dueOn: Day;
  createdBy: string | null;
  status: string;
};

const underWay = ["sent", "answered", "running"];

const dated = (plan: Dated): DeadlineRecordOf => ({
  id: plan.id,
  number: plan.number,
  link: `/vendor-performance/plans/${plan.id}`,
  deadlines: underWay.includes(plan.status)
    ? [
        {
          key: "met",
          title: `${plan.vendor} is to have met: ${plan.title}`.slice(0, 200),
          dueOn: plan.dueOn,
          follows: "The day that the plan names; decide then whether it was met.",
          ownerId: plan.createdBy,
          notices: [14, 3, 0],
          byHand: false,
        },
      ]
    : [],
});

/** The days of corrective plans, of all or of one. */
export const planDeadlines = async (db: Db, id: string | null = null) =>
  (
    await db.rows<Dated>(sql`
      select c.id, c.number, c.title, v.name as vendor, c.due_on, c.created_by, c.status
      from corrective_plan c
      join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
      where c.org_id = ${db.scope.orgId}
        and case
          when ${id}::uuid is null then c.status = any(${underWay}::text[])
          else c.id = ${id}::uuid
        end
    `)
  ).map(dated);

export const planDeadlineSource: DeadlineSource = {
  type: "correctivePlan",
  label: "Corrective plan",
  permission: "vendor.read",
  all: (db) => planDeadlines(db),
};
