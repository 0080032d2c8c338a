import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { budgetCycle } from "../planning.tables.ts";
import type { CycleDepartment, CycleDetail, CycleRow } from "./cycle.model.ts";
import { gateOf } from "./gate.service.ts";
import { cycleFacts, cycleNoun } from "./cycle.noun.ts";

/** The cycles of the agency, the newest year first. */
export const listCycles = (db: Db): Promise<CycleRow[]> =>
  db.rows<CycleRow>(sql`
    select c.id, c.number, y.year, c.status, c.fiscal_year_id, c.version
    from budget_cycle c
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    where c.org_id = ${db.scope.orgId}
    order by y.year desc
    limit 50
  `);

/** What goes out (expenditure and transfers) of each department of a cycle, with its targets. */
const departmentsOf = (db: Db, cycleId: string): Promise<CycleDepartment[]> =>
  db.rows<CycleDepartment>(sql`
    select
      p.id as proposal_id, p.number, p.department_id, d.name as department, p.status,
      coalesce(
        (
          select sum(l.revised)
          from budget_proposal_line l
          join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
          join segment_value a on a.org_id = s.org_id and a.id = s.account_id
          where l.org_id = p.org_id
            and l.proposal_id = p.id
            and l.source = 'entered'
            and a.class in ('expenditure', 'transfer_out')
        ),
        0
      )::bigint as revised,
      coalesce(f.base, 0)::bigint as base, coalesce(f.requested, 0)::bigint as requested,
      coalesce(f.recommended, 0)::bigint as recommended,
      (
        select sum(t.cents)::bigint
        from budget_target t
        where t.org_id = p.org_id and t.cycle_id = p.cycle_id and t.department_id = p.department_id
      ) as target
    from budget_proposal p
    join department d on d.org_id = p.org_id and d.id = p.department_id
    left join lateral (
        select sum(g.base) as base, sum(g.requested) as requested, sum(g.recommended) as recommended
        from budget_figure g
        join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
        join segment_value a on a.org_id = s.org_id and a.id = s.account_id
        where g.org_id = p.org_id
          and g.proposal_id = p.id
          and a.class in ('expenditure', 'transfer_out')
      ) f
      on true
    where p.org_id = ${db.scope.orgId} and p.cycle_id = ${cycleId}
    order by d.name
  `);

const targetsOf = (db: Db, cycleId: string) =>
  db.rows<CycleDetail["targets"][number]>(sql`
    select
      t.department_id, d.name as department, t.fund_id, f.code || ' ' || f.name as fund, t.cents,
      coalesce(
        (
          select sum(g.recommended)
          from budget_figure g
          join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
          join segment_value a on a.org_id = s.org_id and a.id = s.account_id
          where g.org_id = t.org_id
            and g.cycle_id = t.cycle_id
            and g.department_id = t.department_id
            and s.fund_id = t.fund_id
            and a.class in ('expenditure', 'transfer_out')
        ),
        0
      )::bigint as asked
    from budget_target t
    join department d on d.org_id = t.org_id and d.id = t.department_id
    join segment_value f on f.org_id = t.org_id and f.id = t.fund_id
    where t.org_id = ${db.scope.orgId} and t.cycle_id = ${cycleId}
    order by d.name, f.code
  `);

/** A cycle with its steps, targets and departments; 404 when there is none. */
export const readCycle = async (db: Db, actor: Actor, id: string): Promise<CycleDetail> => {
  const cycle = await getRow(db, budgetCycle, id, "budget cycle");
  const [facts, named, steps, targets, departments] = await Promise.all([
    cycleFacts(db as Parameters<typeof cycleFacts>[0], id),
    db.one<{
      year: number;
      startsOn: Day;
      endsOn: Day;
      prepared: string | null;
      decided: string | null;
    }>(sql`
      select y.year, y.starts_on, y.ends_on, p.display_name as prepared, q.display_name as decided
      from budget_cycle c
      join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
      left join person p on p.id = c.prepared_by
      left join person q on q.id = c.decided_by
      where c.org_id = ${db.scope.orgId} and c.id = ${id}
    `),
    db.rows<CycleDetail["steps"][number]>(sql`
      select s.id, s.title, s.due_on, s.owner_id, w.display_name as owner, s.done_on
      from budget_cycle_step s
      left join person w on w.id = s.owner_id
      where s.org_id = ${db.scope.orgId} and s.cycle_id = ${id}
      order by s.due_on, s.line_no
    `),
    targetsOf(db, id),
    departmentsOf(db, id),
  ]);
  const { prepared, decided, ...year } = named;
  return {
    ...cycle,
    ...year,
    status: cycle.status as CycleDetail["status"],
    preparedBy: prepared,
    decidedBy: decided,
    steps,
    targets,
    departments,
    gate: cycle.adoptedAt ? [] : await gateOf(db, id),
    canEdit: actor.permissions.has("budget.edit") && !cycle.adoptedAt,
    actions: actionsFor(actor, cycleNoun, { ...cycle, ...facts }),
  };
};
