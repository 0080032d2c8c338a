import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  breaches,
  endOf,
  reserveOf,
  ruleOf,
  type FundRule,
  type FundSums,
} from "./fund-balance.model.ts";

export type SummedFund = FundSums & { fundId: string; fund: string; exception: string };
type Class = "revenue" | "expenditure" | "transfer_in" | "transfer_out";

/** The dated rules of the agency's funds, the newest first. */
export const fundRules = (db: Db): Promise<(FundRule & { id: string; fund: string | null })[]> =>
  db.rows(sql`
    select
      r.id, r.fund_id, f.code as fund, r.kind, r.from_on, r.percent_hundredths, r.cents, r.citation,
      r.verified
    from budget_fund_rule r
    left join segment_value f on f.org_id = r.org_id and f.id = r.fund_id
    where r.org_id = ${db.scope.orgId}
    order by r.kind, f.code nulls first, r.from_on desc
    limit 500
  `);

/**
 * What a cycle's year comes to by fund and class, in cents: its `figures` as they are recommended, or
 * the `lines` of the adopted year as they stand now. What a closing carried into or out of the year
 * brings its own money, so it counts on neither side.
 */
export const fundSums = (db: Db, cycleId: string, of: "figures" | "lines"): Promise<SummedFund[]> =>
  db.rows<SummedFund>(sql`
    with line as (
      select s.fund_id, a.class, g.recommended as cents
      from budget_figure g
      join account_string s on s.org_id = g.org_id and s.id = g.account_string_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
      where g.org_id = ${db.scope.orgId} and g.cycle_id = ${cycleId} and ${of}::text = 'figures'
      union all
      select
        s.fund_id, a.class,
        l.original + l.adjusted - coalesce(
          (
            select sum(e.adjusted)
            from commitment_entry e
            where e.org_id = l.org_id and e.budget_line_id = l.id and e.kind = 'carry'
          ),
          0
        ) as cents
      from budget_cycle c
      join budget_line l on l.org_id = c.org_id and l.fiscal_year_id = c.fiscal_year_id
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
      where c.org_id = ${db.scope.orgId} and c.id = ${cycleId} and ${of}::text = 'lines'
    )
    select
      f.id as fund_id, f.code || ' ' || f.name as fund, coalesce(b.beginning, 0) as beginning,
      coalesce(b.exception, '') as exception,
      coalesce(sum(g.cents) filter (where g.class = 'revenue'), 0)::bigint as revenue,
      coalesce(sum(g.cents) filter (where g.class = 'transfer_in'), 0)::bigint as transfers_in,
      coalesce(sum(g.cents) filter (where g.class = 'expenditure'), 0)::bigint as expenditure,
      coalesce(sum(g.cents) filter (where g.class = 'transfer_out'), 0)::bigint as transfers_out
    from segment_value f
    left join line g on g.fund_id = f.id
    left join budget_fund_balance b
      on b.org_id = f.org_id
      and b.cycle_id = ${cycleId}
      and b.fund_id = f.id
    where f.org_id = ${db.scope.orgId}
      and f.kind = 'fund'
      and (g.fund_id is not null or b.id is not null)
    group by f.id, f.code, f.name, b.beginning, b.exception
    order by f.code
  `);

export type Moved = { accountStringId: string; cents: number };
export type FundFinding = { fundId: string; fund: string; sentence: string };

const columnOf: Record<Class, "revenue" | "transfersIn" | "expenditure" | "transfersOut"> = {
  revenue: "revenue",
  transfer_in: "transfersIn",
  expenditure: "expenditure",
  transfer_out: "transfersOut",
};

type Placed = { fundId: string; fund: string; class: Class; cents: number };
const placedByString = (db: Db, moved: readonly Moved[]) =>
  db.rows<Placed>(sql`
    select s.fund_id, f.code || ' ' || f.name as fund, a.class, t.cents
    from unnest(
      ${moved.map((m) => m.accountStringId)}::uuid[], ${moved.map((m) => m.cents)}::bigint[]
    ) as t(string_id, cents)
    join account_string s on s.org_id = ${db.scope.orgId} and s.id = t.string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
  `);

type BySegments = { fundId: string; accountId: string; cents: number };
const placedBySegments = (db: Db, moved: readonly BySegments[]) =>
  db.rows<Placed>(sql`
    select f.id as fund_id, f.code || ' ' || f.name as fund, a.class, t.cents
    from unnest(
      ${moved.map((m) => m.fundId)}::uuid[], ${moved.map((m) => m.accountId)}::uuid[],
      ${moved.map((m) => m.cents)}::bigint[]
    ) as t(fund, string_id, cents)
    join segment_value f on f.org_id = ${db.scope.orgId} and f.id = t.fund
    join segment_value a on a.org_id = f.org_id and a.id = t.string_id
  `);

const nothing = { beginning: 0, revenue: 0, transfersIn: 0, expenditure: 0, transfersOut: 0 };

type Judged = { rules: readonly FundRule[]; day: string };
const roomOf = ({ rules, day }: Judged, fundId: string, sums: FundSums): number =>
  endOf(sums) - Math.max(0, reserveOf(ruleOf(rules, "reserve", fundId, day), sums));

const judge = async (
  db: Db,
  fiscalYearId: string,
  placed: () => Promise<Placed[]>,
): Promise<FundFinding[]> => {
  const [cycle, rules] = await Promise.all([
    db.maybe<{ id: string; startsOn: Day }>(sql`
      select c.id, y.starts_on
      from budget_cycle c
      join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
      where c.org_id = ${db.scope.orgId}
        and c.fiscal_year_id = ${fiscalYearId}
        and c.adopted_at is not null
    `),
    fundRules(db),
  ]);
  if (!cycle || rules.length === 0) return [];
  const [before, places] = await Promise.all([fundSums(db, cycle.id, "lines"), placed()]);
  const after = new Map(before.map((f) => [f.fundId, { ...f }]));
  for (const { fundId, fund, class: of, cents } of places) {
    const sums = after.get(fundId) ?? { ...nothing, fundId, fund, exception: "" };
    sums[columnOf[of]] += cents;
    after.set(fundId, sums);
  }
  const judged = { rules, day: cycle.startsOn };
  return [...after.values()].flatMap((sums) => {
    const was = before.find((f) => f.fundId === sums.fundId) ?? nothing;
    if (roomOf(judged, sums.fundId, sums) >= roomOf(judged, sums.fundId, was)) return [];
    return breaches(rules, sums.fundId, cycle.startsOn, sums).map((sentence) => ({
      fundId: sums.fundId,
      fund: sums.fund,
      sentence: `${sums.fund}: ${sentence}`,
    }));
  });
};

/**
 * What a change of an adopted year would do to its funds: each that breaks a dated rule afterwards
 * and stands worse than before, in a sentence with the rule's citation. Nothing where no cycle
 * adopted the year, since nobody said what its funds begin with.
 */
export const fundFindings = (db: Db, fiscalYearId: string, moved: readonly Moved[]) =>
  judge(db, fiscalYearId, () => placedByString(db, moved));

/** The same of lines that have no account string yet. */
export const fundFindingsOf = (db: Db, fiscalYearId: string, moved: readonly BySegments[]) =>
  judge(db, fiscalYearId, () => placedBySegments(db, moved));

/**
 * Refuses a change after which a fund breaks a dated rule and stands worse than before, unless what
 * the governing body decided about it is recorded. 409 names every fund at once.
 */
export const requireFundsHold = async (
  db: Db,
  fiscalYearId: string,
  moved: readonly Moved[],
  decision: string,
): Promise<void> => {
  if (decision.trim().length >= 10) return;
  const findings = await fundFindings(db, fiscalYearId, moved);
  if (findings.length === 0) return;
  throw conflict(
    "fund_breaks_rule",
    `${findings.map((f) => f.sentence).join(" ")} Bring in what pays for it first (revenue, a transfer from another fund), or enter an amendment that records what the governing body decided about the fund.`,
  );
};
