import { addMonths, day } from "#kernel/time.ts";
import { besides, type Beside } from "./beside.labels.ts";

type Cell = { value: number | null; rows: number; opens: string | null };
type Row = { keys: (string | null)[]; names: string[]; cells: Cell[] };
type Measure = {
  id: string;
  label: string;
  unit: "cents" | "count" | "percent" | "days";
  balance?: boolean | undefined;
};
type Answer = {
  by: { id: string; label: string }[];
  measures: Measure[];
  withheld: string[];
  rows: Row[];
  totals: Cell[];
};

const alone = (value: number | null): Cell => ({ value, rows: 0, opens: null });
const monthId = "month";
const yearId = "fiscalYear";
const stepIds: readonly string[] = [monthId, "week"];
const timeIds: readonly string[] = [...stepIds, yearId];
const sameKeys = (keys: readonly (string | null)[]) => JSON.stringify(keys);

/** The part of the whole that a value is, to a tenth of a percent; null where there is no whole to part. */
export const shareOf = (value: number | null, whole: number | null): number | null =>
  value === null || whole === null || whole <= 0 ? null : Math.round((1000 * value) / whole) / 10;

/** Places by size, the largest first; equal values share one, and the next place counts them all. */
export const ranksOf = (values: readonly (number | null)[]): (number | null)[] =>
  values.map((value) =>
    value === null ? null : 1 + values.filter((other) => other !== null && other > value).length,
  );

/** Values added up along the months or weeks of each group, in their order. */
export const runningOf = (
  rows: readonly { month: string; group: string; value: number | null }[],
): (number | null)[] => {
  const ordered = rows
    .map((row, at) => ({ ...row, at }))
    .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0));
  const sums = new Map<string, number>();
  const running: (number | null)[] = rows.map(() => null);
  for (const { group, value, at } of ordered) {
    const sum = (sums.get(group) ?? 0) + (value ?? 0);
    sums.set(group, sum);
    running[at] = sum;
  }
  return running;
};

/** The same keys a year later: a month of the year before stands beside that of this year. */
export const yearLater = (
  keys: readonly (string | null)[],
  by: readonly { id: string }[],
): (string | null)[] =>
  keys.map((key, at) => {
    if (key && by[at]!.id === monthId) return addMonths(day(`${key}-01`), 12).slice(0, 7);
    return key && by[at]!.id === yearId ? String(Number(key) + 1) : key;
  });

const columnOf = (answer: Answer, at: number, beside: Beside, before: Answer | null) => {
  const values = answer.rows.map((row) => row.cells[at]!.value);
  if (beside === "share") {
    const whole = answer.totals[at]!.value;
    return values.map((value) => alone(shareOf(value, whole)));
  }
  if (beside === "rank") return ranksOf(values).map(alone);
  if (beside === "running") {
    const month = answer.by.findIndex(({ id }) => stepIds.includes(id));
    return runningOf(
      answer.rows.map(({ keys, cells }) => ({
        month: keys[month] ?? "",
        group: sameKeys(keys.filter((_, n) => n !== month)),
        value: cells[at]!.value,
      })),
    ).map(alone);
  }
  const earlier = new Map(
    before!.rows.map((row) => [sameKeys(yearLater(row.keys, answer.by)), row.cells[at]!]),
  );
  return answer.rows.map(({ keys }) => earlier.get(sameKeys(keys)) ?? alone(null));
};

const wholeOf = (answer: Answer, at: number, beside: Beside, before: Answer | null): Cell => {
  if (beside === "previous-year") return before!.totals[at]!;
  if (beside === "share") return alone(shareOf(answer.totals[at]!.value, answer.totals[at]!.value));
  return alone(beside === "running" ? answer.totals[at]!.value : null);
};

const units = { share: "percent", rank: "count" } as const;

// A value that only the year before has gets its row: what ended is seen too.
const withEarlierRows = (answer: Answer, before: Answer): Answer => {
  const known = new Set(answer.rows.map(({ keys }) => sameKeys(keys)));
  const added = before.rows.flatMap(({ keys, names }) => {
    const moved = yearLater(keys, answer.by);
    if (known.has(sameKeys(moved))) return [];
    const shown = names.map((name, at) =>
      timeIds.includes(answer.by[at]!.id) ? (moved[at] ?? name) : name,
    );
    return [{ keys: moved, names: shown, cells: answer.measures.map(() => alone(null)) }];
  });
  const rows = [...answer.rows, ...added].toSorted((a, b) => {
    const [one, other] = [a.names.join("\u0000"), b.names.join("\u0000")];
    return one === other ? 0 : one < other ? -1 : 1;
  });
  return { ...answer, rows };
};

// A part of a whole and a duration are not added up, nor is a balance along time.
const stands = ({ unit, balance }: Measure, { by }: Answer, beside: Beside): boolean => {
  if (beside === "rank" || beside === "previous-year") return true;
  if (unit === "percent" || unit === "days") return false;
  return !balance || (beside === "share" && !by.some(({ id }) => timeIds.includes(id)));
};

/**
 * An answer with one more figure beside each of its own. Percentages, durations and balances over time
 * have no share and no running total: none stands beside them. `before` is the same question a year
 * earlier, for what needs it.
 */
export const withBeside = <A extends Answer>(
  answer: A,
  beside: Beside,
  before: Answer | null,
): A => {
  const whole = before ? withEarlierRows(answer, before) : answer;
  const told = whole.measures.map((measure, at) => {
    const column = stands(measure, whole, beside) ? columnOf(whole, at, beside, before) : null;
    return { measure, at, column };
  });
  const { share, rank } = units;
  const unit = beside === "share" ? share : beside === "rank" ? rank : null;
  return {
    ...answer,
    measures: told.flatMap(({ measure, column }) => [
      measure,
      ...(column
        ? [
            {
              id: `${measure.id}~${beside}`,
              label: `${measure.label}, ${besides[beside]}`,
              unit: unit ?? measure.unit,
            },
          ]
        : []),
    ]),
    rows: whole.rows.map((row, n) => ({
      ...row,
      cells: told.flatMap(({ at, column }) => [row.cells[at]!, ...(column ? [column[n]!] : [])]),
    })),
    totals: told.flatMap(({ at, column }) => [
      whole.totals[at]!,
      ...(column ? [wholeOf(whole, at, beside, before)] : []),
    ]),
  };
};
