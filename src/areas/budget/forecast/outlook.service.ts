import { monthAfter } from "#kernel/forecast/months.ts";
import { sum } from "#kernel/forecast/errors.ts";
import { groupBy } from "#kernel/group.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type {
  MonthSeries,
  SeriesSource,
  Unwanted,
  UnwantedSource,
} from "#server/outlook/sources.ts";
import { openYearOf } from "../account/account.service.ts";
import { isShort } from "./finding.labels.ts";
import { methods } from "./forecast.labels.ts";
import { forecast, together, type YearSeries } from "./forecast.model.ts";
import { seriesOf, type ForecastLine } from "./forecast.service.ts";

const runningYear = async (db: Db) => {
  const year = await openYearOf(db, businessDate(db.scope));
  return year ? seriesOf(db, year.id) : null;
};

/** The last years without a gap up to the running one; a year that lacks ends what may be compared. */
export const unbroken = (past: readonly YearSeries[], year: number): YearSeries[] => {
  const kept: YearSeries[] = [];
  for (const each of past.toReversed()) {
    if (each.year !== year - 1 - kept.length) break;
    kept.unshift(each);
  }
  return kept;
};

const goesOut = (line: ForecastLine) =>
  line.class === "expenditure" || line.class === "transfer_out";

/** Which years another system gave, by its name; nothing of the ledger's own. */
const sourcesOf = async (db: Db): Promise<string | undefined> => {
  const found = await db.rows<{ source: string; first: number; last: number }>(sql`
    select source, min(year) as first, max(year) as last
    from budget_actual
    where org_id = ${db.scope.orgId}
    group by 1
    order by 2, 1
    limit 20
  `);
  const words = found.map(
    ({ source, first, last }) =>
      `${first === last ? first : `${first} to ${last}`} from ${source || "an import without a source"}`,
  );
  return words.length ? `${words.join(", ")}; the rest from the ledger.` : undefined;
};

const spendingOf = async (db: Db): Promise<MonthSeries[]> => {
  const found = await runningYear(db);
  if (!found) return [];
  const note = await sourcesOf(db);
  const by = groupBy(found.lines.filter(goesOut), (line) => line.departmentId);
  return [...by].map(([id, lines]) => {
    const { past, current } = together(lines.map((line) => line.series));
    const years = unbroken(past, found.year.year);
    const spent = sum(lines.map((line) => line.spent));
    return {
      id,
      label: lines[0]!.department,
      ...(note && { note }),
      first: monthAfter(found.year.startsOn.slice(0, 7), -12 * years.length),
      values: [...years.flatMap((year) => year.months), ...current],
      // What is spent of the running month stands; nothing is bound to a later one by its day.
      floor: [Math.max(0, spent - sum(current))],
    };
  });
};

/** What each department spends by month: years of a former system, the ledger's, the running one's. */
export const spendingSource: SeriesSource = {
  id: "spending",
  label: "Spending",
  permission: "budget.read",
  unit: "cents",
  page: "/budget-forecasts",
  read: spendingOf,
};

const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? null : `${(share * 100).toFixed(1)} %`;

/**
 * The day on which a budget is used up, in cents: what is still to come is taken as even from `today`
 * to the year's end. Today where it is used up already.
 */
export const runsOutOn = (
  { budget, spent, end }: { budget: number; spent: number; end: number },
  today: Day,
  endsOn: Day,
): Day => {
  const left = Math.max(0, daysBetween(today, endsOn));
  const share = end <= spent ? 1 : Math.max(0, budget - spent) / (end - spent);
  return addDays(today, Math.floor(left * Math.min(1, share)));
};

const shortLines = async (db: Db): Promise<Unwanted[]> => {
  const found = await runningYear(db);
  if (!found) return [];
  const today = businessDate(db.scope);
  return found.lines.flatMap((line) => {
    const said = forecast(line.series);
    if (!isShort({ ...line, forecast: said })) return [];
    const off = (method: string) => percent(said.scores.find((s) => s.method === method)?.wape);
    const [own, naive] = [off(said.method), off("naive")];
    return {
      id: line.lineId,
      text: `${line.code}, ${line.label}, runs out: ${formatCents(said.cents - line.budget)} short`,
      on: runsOutOn({ ...line, end: said.cents }, today, found.year.endsOn as Day),
      cents: said.cents - line.budget,
      band: `year-end between ${formatCents(said.low)} and ${formatCents(said.high)}, of ${formatCents(line.budget)}`,
      error: said.raised
        ? "what is spent, open and under contract is more than the budget; no method is needed"
        : own === null
          ? "too few past years to test it"
          : `${methods[said.method]}: past year-ends off by ${own}, naive by ${naive ?? "—"}`,
      opens: "/budget-forecasts",
    };
  });
};

/** Budget lines that are forecast to end beyond their budget. */
export const shortLineSource: UnwantedSource = {
  id: "lines",
  permission: "budget.read",
  read: shortLines,
};
