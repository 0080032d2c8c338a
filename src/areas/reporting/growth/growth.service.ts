import { z } from "zod";
import { instantIn } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { invoicesCame } from "#areas/finance/finance.server.ts";
import { draftsLying } from "#areas/procurement/procurement.server.ts";
import { sentBack } from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { rowsAs } from "#server/db/read-as.ts";
import { rowsImported } from "#server/import/created.ts";
import { join, raw, sql, type Sql } from "#server/db/sql.ts";
import {
  draftDays,
  growthSteps,
  leastGroup,
  mostPurchases,
  type GrowthStep,
} from "./growth.labels.ts";
import type { Growth, GrowthQuery, StepOfGrowth } from "./growth.model.ts";

/** A period by its days, and as instants in the agency's zone: from `begins` on, before `ends`. */
type Period = { from: Day; to: Day; begins: Date; ends: Date; departmentId: string | null };
const keys = Object.keys(growthSteps) as GrowthStep[];

const inDepartment = (column: Sql, { departmentId }: Period): Sql =>
  sql`(${departmentId}::uuid is null or ${column} = ${departmentId}::uuid)`;

const stepRow = z.object({
  step: z.string(),
  took: z.number(),
  waiting: z.number(),
  early: z.number(),
  medianDays: z.number().nullable(),
  ninetyDays: z.number().nullable(),
});

// Days from step to step, and from the need to the payment as the last one.
const stepsOf = (db: Db, of: Period) => {
  const pairs = [
    ...keys.map(
      (step, place) =>
        sql`(${step}, ${place}::int, ${raw(`p.${growthSteps[step].from}_on`)}, ${raw(`p.${step}_on`)})`,
    ),
    sql`('whole', 6, p.requested_on, p.paid_on)`,
  ];
  return rowsAs(
    db,
    stepRow,
    sql`
      with p as materialized (
        select *
        from purchase_path p
        where p.org_id = ${db.scope.orgId}
          and p.requested_on between ${of.from}::date and ${of.to}::date
          and ${inDepartment(sql`p.department_id`, of)}
        order by p.requested_on desc, p.id desc
        limit ${mostPurchases}
      )
      select
        s.step, count(s.ended)::int as took,
        (count(*) filter (
          where s.began is not null
          and s.ended is null
          and p.status not in ('rejected', 'withdrawn', 'cancelled')
        ))::int as waiting,
        (count(*) filter (where s.ended < s.began))::int as early,
        percentile_cont(0.5) within group (order by case
          when s.ended is not null then greatest(s.ended - s.began, 0)
        end) as "medianDays",
        percentile_cont(0.9) within group (order by case
          when s.ended is not null then greatest(s.ended - s.began, 0)
        end) as "ninetyDays"
      from p
      cross join lateral (values ${join(pairs, ", ")}) s(step, place, began, ended)
      group by s.step, s.place
      order by s.place
    `,
  );
};

const purchasesOf = async (db: Db, of: Period): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*)::int as count
      from purchase_path p
      where p.org_id = ${db.scope.orgId}
        and p.requested_on between ${of.from}::date and ${of.to}::date
        and ${inDepartment(sql`p.department_id`, of)}
    `)
  ).count;

const draftsOf = async (db: Db, { departmentId }: Period): Promise<Growth["drafts"]> => {
  const before = addDays(businessDate(db.scope), -draftDays);
  const { requisitions, orders } = await draftsLying(db, { before, departmentId });
  return [
    { what: "requisition", count: requisitions, before },
    { what: "order", count: orders, before },
  ];
};

const returned = ["requisition", "purchaseOrder", "invoice", "paymentRun"] as const;

const returnsOf = async (db: Db, of: Period): Promise<Growth["returns"]> => {
  const rows = await sentBack(db, { ...of, types: returned });
  return returned.map((what) => {
    const { asked = 0, returned: back = 0 } = rows.find(({ type }) => type === what) ?? {};
    return { what, asked, returned: back };
  });
};

const taskRow = z.object({
  department: z.string().nullable(),
  joined: z.number(),
  finished: z.number(),
  medianDays: z.number().nullable(),
  whole: z.boolean(),
});

// A group of fewer than five is not shown, and neither is what the others leave of it.
const firstTasksOf = async (db: Db, of: Period): Promise<Growth["firstTasks"]> => {
  const rows = await rowsAs(
    db,
    taskRow,
    sql`
      select
        f.department, count(*)::int as joined, count(f.done_at)::int as finished,
        percentile_cont(0.5) within group (order by extract(
          epoch from f.done_at - f.joined_at
        ) / 86400.0) as "medianDays",
        grouping(f.department) = 1 as whole
      from (
        select *
        from first_task f
        where f.org_id = ${db.scope.orgId}
          and f.joined_at >= ${of.begins}
          and f.joined_at < ${of.ends}
          and ${inDepartment(sql`f.department_id`, of)}
        order by f.joined_at desc
        limit ${mostPurchases}
      ) f
      group by grouping sets ((), (f.department))
      order by f.department
    `,
  );
  const all = rows.find(({ whole }) => whole)!;
  const groups = rows.filter(({ whole, finished }) => !whole && finished > 0);
  const large = groups.filter(({ finished }) => finished >= leastGroup);
  const rest = all.finished - large.reduce((sum, { finished }) => sum + finished, 0);
  const told = rest === 0 || rest >= leastGroup ? large : large.slice(0, -1);
  const shown = all.finished >= leastGroup;
  return {
    joined: all.joined,
    finished: shown ? all.finished : null,
    medianDays: shown ? all.medianDays : null,
    departments: shown
      ? told.map(({ department, finished, medianDays }) => ({
          ...{ department: department ?? "No department", finished, medianDays: medianDays! },
        }))
      : [],
    hidden: groups.length - (shown ? told.length : 0),
  };
};

const shownOf = ({ took, medianDays, ninetyDays }: z.output<typeof stepRow>) =>
  took < leastGroup ? { medianDays: null, ninetyDays: null } : { medianDays, ninetyDays };

/**
 * How purchases go that began in a period (of a year until today where none is said): days between
 * their steps, drafts that lie, what was sent back, what imports made, and how soon new members finish
 * something. Medians of fewer than five are null. Figures of days are of the newest 20,000.
 */
export const readGrowth = async (db: Db, query: GrowthQuery): Promise<Growth> => {
  const to = query.to ?? businessDate(db.scope);
  const from = query.from ?? addDays(to, -364);
  const zone = db.scope.timeZone ?? "UTC";
  const midnight = (day: Day) => new Date(instantIn(`${day}T00:00`, zone));
  const of: Period = {
    ...{ from, to, departmentId: query.departmentId ?? null },
    ...{ begins: midnight(from), ends: midnight(addDays(to, 1)) },
  };
  const [rows, purchases, drafts, returns, invoices, imports, firstTasks] = await Promise.all([
    stepsOf(db, of),
    purchasesOf(db, of),
    draftsOf(db, of),
    returnsOf(db, of),
    invoicesCame(db, of),
    rowsImported(db, of),
    firstTasksOf(db, of),
  ]);
  const none = { took: 0, waiting: 0, early: 0, medianDays: null, ninetyDays: null };
  const figuresOf = (key: string) =>
    rows.find(({ step }) => step === key) ?? { step: key, ...none };
  return {
    ...{ from, to, purchases, measured: Math.min(purchases, mostPurchases) },
    steps: keys.map((step): StepOfGrowth => {
      const { took, waiting, early } = figuresOf(step);
      return { step, took, waiting, early, ...shownOf(figuresOf(step)) };
    }),
    whole: shownOf(figuresOf("whole")),
    ...{ drafts, returns, invoices, imports, firstTasks },
  };
};
