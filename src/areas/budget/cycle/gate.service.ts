import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { outsideOf } from "../appropriation/award-period.service.ts";
import { fundBalances } from "../fund-balance/fund-balance.service.ts";
import { adoptionGate, type AdoptionFacts, type GateFinding } from "./gate.model.ts";
import { cycleFacts } from "./cycle.noun.ts";

// Figures of awards whose period the year does not touch: each with its account.
const outsideAwards = async (db: Db, cycleId: string): Promise<string[]> => {
  const figures = await db.rows<{ fiscalYearId: string; accountStringId: string }>(sql`
    select distinct c.fiscal_year_id, g.account_string_id
    from budget_figure g
    join budget_cycle c on c.org_id = g.org_id and c.id = g.cycle_id
    join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
    where g.org_id = ${db.scope.orgId}
      and g.cycle_id = ${cycleId}
      and g.recommended > 0
      and s.award_id is not null
  `);
  const [first] = figures;
  if (!first) return [];
  const ids = figures.map((f) => f.accountStringId);
  return (await outsideOf(db, first.fiscalYearId, ids)).map(({ code, why }) => `${code}: ${why}`);
};

type Counted = Pick<AdoptionFacts, "year" | "yearStatus" | "figures" | "strayLines" | "negative">;

const countedOf = (db: Db, cycleId: string): Promise<Counted> =>
  db.one<Counted>(sql`
    with figure as (
      select g.account_string_id, sum(g.recommended) as cents
      from budget_figure g
      where g.org_id = ${db.scope.orgId} and g.cycle_id = ${cycleId}
      group by 1
    )
    select
      y.year, y.status as year_status,
      (select count(*)::int from figure where cents > 0) as figures,
      (
        select count(*)::int
        from budget_line l
        where l.org_id = y.org_id
          and l.fiscal_year_id = y.id
          and (l.original <> 0 or l.adjusted <> 0)
      ) as stray_lines,
      coalesce(
        (
          select array_agg(s.code order by s.code)
          from figure g
          join account_string s on s.org_id = ${db.scope.orgId} and s.id = g.account_string_id
          where g.cents < 0
        ),
        array[]::text[]
      ) as negative
    from budget_cycle c
    join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
    where c.org_id = ${db.scope.orgId} and c.id = ${cycleId}
  `);

/** The last gate of a cycle as it stands now; every step shows it, and the adoption asks it. */
export const gateOf = async (db: Db, cycleId: string): Promise<GateFinding[]> => {
  const [counted, steps, { funds, untied }, outside] = await Promise.all([
    countedOf(db, cycleId),
    cycleFacts(db, cycleId),
    fundBalances(db, cycleId),
    outsideAwards(db, cycleId),
  ]);
  return adoptionGate({ ...counted, ...steps, funds, untied, outsideAwards: outside });
};
