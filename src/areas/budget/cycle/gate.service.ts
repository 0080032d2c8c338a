import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { fundBalances } from "../fund-balance/fund-balance.service.ts";
import { adoptionGate, type AdoptionFacts, type GateFinding } from "./gate.model.ts";
import { cycleFacts } from "./cycle.noun.ts";

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
  const [counted, steps, { funds, untied }] = await Promise.all([
    countedOf(db, cycleId),
    cycleFacts(db, cycleId),
    fundBalances(db, cycleId),
  ]);
  return adoptionGate({ ...counted, ...steps, funds, untied });
};
