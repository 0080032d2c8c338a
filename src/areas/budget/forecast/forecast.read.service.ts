import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Category } from "../chart.labels.ts";
import { changed, forecast, together } from "./forecast.model.ts";
import type { ForecastAnswer, ForecastGroup, ForecastRow } from "./forecast.api.model.ts";
import { seriesOf, type ForecastLine } from "./forecast.service.ts";

const rowOf = (line: ForecastLine): ForecastRow => {
  const { series, ...facts } = line;
  return { ...facts, forecast: forecast(series), past: series.past.length };
};

const groupsOf = (
  lines: readonly ForecastLine[],
  key: "departmentId" | "fundId",
  label: "department" | "fund",
): ForecastGroup[] => {
  const by = new Map<string, ForecastLine[]>();
  for (const line of lines) {
    if (line.class !== "expenditure" && line.class !== "transfer_out") continue;
    by.set(line[key], [...(by.get(line[key]) ?? []), line]);
  }
  return [...by.entries()]
    .map(([id, all]) => ({
      id,
      label: all[0]![label],
      budget: all.reduce((sum, l) => sum + l.budget, 0),
      spent: all.reduce((sum, l) => sum + l.spent, 0),
      forecast: forecast(together(all.map((l) => l.series))),
    }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
};

const frozenOf = (db: Db, fiscalYearId: string) =>
  db.rows<ForecastAnswer["frozen"][number]>(sql`
    select
      f.months, f.made_on, count(*)::int as lines, sum(f.cents)::bigint as said,
      sum(l.expended)::bigint as came, sum(l.original + l.adjusted)::bigint as budget
    from budget_forecast f
    join budget_line l
      on l.org_id = f.org_id
      and l.fiscal_year_id = f.fiscal_year_id
      and l.account_string_id = f.account_string_id
    join account_string s on s.org_id = f.org_id and s.id = f.account_string_id
    join segment_value a
      on a.org_id = s.org_id
      and a.id = s.account_id
      and a.class in ('expenditure', 'transfer_out')
    where f.org_id = ${db.scope.orgId} and f.fiscal_year_id = ${fiscalYearId}
    group by 1, 2
    order by 1
  `);

/** A scenario on the lines: what is still to come changes by the percent of its category. */
const inScenario = (
  rows: readonly ForecastRow[],
  changes: Partial<Record<Category, number>>,
): { accountStringId: string; cents: number }[] =>
  rows.map((row) => ({
    accountStringId: row.accountStringId,
    // What is bound stands in every scenario.
    cents: Math.max(
      row.forecast.floor ?? -Infinity,
      changed(row.forecast.cents, row.spent, changes[row.category as Category] ?? 0),
    ),
  }));

/** The forecasts of a year per line, department and fund, what was frozen, and its scenarios. */
export const readForecasts = async (db: Db, fiscalYearId: string): Promise<ForecastAnswer> => {
  const [{ year, months, lines }, frozen, scenarios] = await Promise.all([
    seriesOf(db, fiscalYearId),
    frozenOf(db, fiscalYearId),
    db.rows<Omit<ForecastAnswer["scenarios"][number], "cents">>(sql`
      select s.id, s.name, s.changes, p.display_name as made_by
      from budget_forecast_scenario s
      left join person p on p.id = s.made_by
      where s.org_id = ${db.scope.orgId} and s.fiscal_year_id = ${fiscalYearId}
      order by s.name
    `),
  ]);
  const rows = lines.map(rowOf);
  const out = rows.filter((r) => r.class === "expenditure" || r.class === "transfer_out");
  return {
    fiscalYearId,
    year: year.year,
    months,
    lines: rows,
    departments: groupsOf(lines, "departmentId", "department"),
    funds: groupsOf(lines, "fundId", "fund"),
    frozen,
    scenarios: scenarios.map((s) => ({
      ...s,
      cents: inScenario(out, s.changes).reduce((sum, each) => sum + each.cents, 0),
    })),
  };
};
