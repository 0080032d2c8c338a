import { notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import { boundOf } from "./bound.service.ts";
import { forecast, type Forecast, type Series, type YearSeries } from "./forecast.model.ts";

type Month = {
  accountStringId: string;
  year: number;
  month: number;
  cents: number;
  open: number | null;
};
export type ForecastYear = {
  id: string;
  year: number;
  startsOn: string;
  endsOn: string;
};
const yearsBack = 6;

const yearOf = async (db: Db, id: string): Promise<ForecastYear> => {
  const found = await db.maybe<ForecastYear>(sql`
    select id, year, starts_on, ends_on
    from fiscal_year
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  if (!found) throw notFound("fiscal year");
  return found;
};

/** How many months of a year are over on a day: 0 before it, 12 behind it. */
const monthsOver = (startsOn: string, day: string): number => {
  const [y, m, d] = startsOn.split("-").map(Number) as [number, number, number];
  const [ty, tm, td] = day.split("-").map(Number) as [number, number, number];
  const passed = (ty - y) * 12 + (tm - m) - (td < d ? 1 : 0);
  return Math.min(12, Math.max(0, passed));
};

// Years as they were imported, beside the ledger.
const imported = (db: Db, year: number) =>
  db.rows<Month>(sql`
    select account_string_id, year, month, cents, null::bigint as open
    from budget_actual
    where org_id = ${db.scope.orgId} and year between ${year - yearsBack} and ${year - 1}
    order by 1, 2, 3
  `);

// Years of the ledger by month: what was expended, and what was open at its end.
const booked = (db: Db, year: number) =>
  db.rows<Month>(sql`
    with moved as (
      select
        l.account_string_id, y.year,
        least(
          12,
          greatest(
            1,
            (extract(year from age(e.posted_on, y.starts_on)) * 12 + extract(month from age(
              e.posted_on, y.starts_on
            )))::int + 1
          )
        ) as month,
        sum(e.expended)::bigint as cents, sum(e.encumbered + e.pre_encumbered)::bigint as open
      from commitment_entry e
      join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
      join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
      where e.org_id = ${db.scope.orgId} and y.year between ${year - yearsBack} and ${year}
      group by 1, 2, 3
    )
    select
      account_string_id, year, month, cents,
      (sum(open) over (partition by account_string_id, year order by month))::bigint as open
    from moved
    order by 1, 2, 3
  `);

const toYears = (rows: readonly Month[]): Map<string, Map<number, YearSeries>> => {
  const all = new Map<string, Map<number, { year: number; months: number[]; open: number[] }>>();
  for (const { accountStringId, year, month, cents, open } of rows) {
    const years = all.get(accountStringId) ?? new Map();
    all.set(accountStringId, years);
    const kept = years.get(year) ?? {
      year,
      months: Array<number>(12).fill(0),
      open: Array<number>(12).fill(0),
    };
    years.set(year, kept);
    kept.months[month - 1] += cents;
    if (open !== null) kept.open.fill(open, month - 1);
  }
  return all;
};

/** A line with its series, as forecasts take it. */
export type ForecastLine = {
  lineId: string;
  accountStringId: string;
  code: string;
  label: string;
  department: string;
  departmentId: string;
  fund: string;
  fundId: string;
  class: string;
  category: string;
  budget: number;
  spent: number;
  open: number;
  /** What contracts bind of the year beyond what is ordered of them. */
  bound: number;
  series: Series;
};
type Row = Omit<ForecastLine, "series" | "bound">;
const goesOut = (of: string) => of === "expenditure" || of === "transfer_out";

/**
 * The lines of a year with their series: whole years before it (as they were imported, else from the
 * ledger), then its months that were over on `day`. Nothing behind that month's end takes part.
 */
export const seriesOf = async (
  db: Db,
  fiscalYearId: string,
  day = businessDate(db.scope),
): Promise<{ year: ForecastYear; months: number; lines: ForecastLine[] }> => {
  const year = await yearOf(db, fiscalYearId);
  const months = monthsOver(year.startsOn, day);
  const [rows, before, ledger, bound] = await Promise.all([
    db.rows<Row>(sql`
      select
        l.id as line_id, s.id as account_string_id, s.code, a.code || ' ' || a.name as label,
        d.name as department, d.id as department_id, f.code || ' ' || f.name as fund,
        f.id as fund_id, a.class, a.category, l.original + l.adjusted as budget,
        l.expended as spent, l.encumbered + l.pre_encumbered as open
      from budget_line l
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
      join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
      join department d on d.org_id = s.org_id and d.id = s.department_id
      where l.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${fiscalYearId}
      order by s.code
    `),
    imported(db, year.year),
    booked(db, year.year),
    boundOf(db, year),
  ]);
  const [old, own] = [toYears(before), toYears(ledger)];
  const lines = rows.map((row) => {
    const past = new Map([
      ...[...(own.get(row.accountStringId) ?? [])].filter(([y]) => y < year.year),
      ...[...(old.get(row.accountStringId) ?? [])].map(
        ([y, { months: each }]) => [y, { year: y, months: each }] as const,
      ),
    ]);
    const current = own.get(row.accountStringId)?.get(year.year);
    const under = bound.get(row.accountStringId) ?? 0;
    return {
      ...row,
      bound: under,
      series: {
        past: [...past.values()].sort((a, b) => a.year - b.year),
        current: Array.from({ length: months }, (_, m) => current?.months[m] ?? 0),
        open: months > 0 ? (current?.open?.[months - 1] ?? 0) : 0,
        bound: under,
        ...(goesOut(row.class) && { floor: row.spent + row.open + under }),
      },
    };
  });
  return { year, months, lines };
};

/** The year's end of every line, by account string: the one forecast that other parts use. */
export const yearEndForecasts = async (
  db: Db,
  fiscalYearId: string,
  day?: Day,
): Promise<Map<string, Forecast>> => {
  const { lines } = await seriesOf(db, fiscalYearId, day);
  return new Map(lines.map((line) => [line.accountStringId, forecast(line.series)]));
};
