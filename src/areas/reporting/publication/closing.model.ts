// What of an answer may be shown to everybody: names of private persons are replaced, and counts of
// fewer than eleven people are hidden with those that would betray them.

/** Fewer people than this are not told apart (the threshold that CMS sets for its own tables). */
export const fewestPeople = 11;
export const privatePerson = "A private person";

export type Cell = { value: number | null; hidden?: true };
export type OpenRow = { keys: (string | null)[]; names: string[]; cells: Cell[] };
type Row = {
  keys: (string | null)[];
  names: string[];
  cells: readonly { value: number | null }[];
};
type Answer = {
  by: readonly { id: string }[];
  measures: readonly { id: string; unit: string }[];
  rows: readonly Row[];
  totals: readonly { value: number | null }[];
};
/** How a row is known over versions: the values that part it. */
const keyOf = (keys: readonly (string | null)[]): string => JSON.stringify(keys);
/** What an earlier version hid, by measure: it stays hidden, or the two beside each other betray it. */
export type HiddenBefore = ReadonlyMap<string, ReadonlySet<string>>;

const isFew = (value: number | null): boolean =>
  value !== null && value > 0 && value < fewestPeople;

/**
 * Rows of one column whose values are hidden. Beside the few that are too few, the smallest others go
 * until what is hidden together is no fewer than eleven and stands in two rows at least: the total is
 * shown, and less than that could be worked out from it.
 */
export const hiddenOf = (
  values: readonly (number | null)[],
  before: ReadonlySet<number> = new Set(),
): ReadonlySet<number> => {
  const hidden = new Set(
    values.flatMap((value, at) => (isFew(value) || before.has(at) ? [at] : [])),
  );
  if (!hidden.size) return hidden;
  const others = values
    .map((value, at) => ({ value: value ?? 0, at }))
    .filter(({ value, at }) => value > 0 && !hidden.has(at))
    .toSorted((a, b) => a.value - b.value || a.at - b.at);
  const sum = () => [...hidden].reduce((n, at) => n + (values[at] ?? 0), 0);
  for (const { at } of others) {
    if (hidden.size >= 2 && sum() >= fewestPeople) break;
    hidden.add(at);
  }
  return hidden;
};

// Two rows with the same keys do not come from one question; a version may lack a row that another has.
const columnOf = (answer: Answer, at: number, before: HiddenBefore): ReadonlySet<number> => {
  const known = before.get(answer.measures[at]!.id) ?? new Set<string>();
  return hiddenOf(
    answer.rows.map((row) => row.cells[at]!.value),
    new Set(answer.rows.flatMap((row, n) => (known.has(keyOf(row.keys)) ? [n] : []))),
  );
};

/**
 * What is shown of an answer. `crossing` names measures that are hidden in whole, for another part counts
 * the same people in another way. `people` names the measures that count people or what happened to them,
 * `persons` the values by dimension that are private persons. A total of too few people is hidden with
 * all its rows.
 */
export const opened = (
  answer: Answer,
  people: ReadonlySet<string>,
  persons: ReadonlyMap<string, ReadonlySet<string>>,
  before: HiddenBefore = new Map(),
  crossing: ReadonlySet<string> = new Set(),
): { rows: OpenRow[]; totals: Cell[]; hidden: number; replaced: number } => {
  const columns = answer.measures.map((measure, at) => {
    const crosses = crossing.has(measure.id);
    if (crosses) return { crosses, whole: true, rows: new Set(answer.rows.keys()) };
    if (!people.has(measure.id)) return { crosses, whole: false, rows: new Set<number>() };
    const whole = isFew(answer.totals[at]!.value);
    return {
      crosses,
      whole,
      rows: whole ? new Set(answer.rows.keys()) : columnOf(answer, at, before),
    };
  });
  let hidden = 0;
  let replaced = 0;
  // Beside counts of the same people told in another way, nothing at all says something too.
  const shown = ({ value }: { value: number | null }, hides: boolean, crosses: boolean): Cell => {
    if (!hides || (!crosses && !value)) return { value };
    hidden += 1;
    return { value: null, hidden: true };
  };
  const rows = answer.rows.map((row, n) => ({
    // A person's key would name them where somebody knows it.
    keys: row.keys.map((key, at) =>
      key !== null && persons.get(answer.by[at]!.id)?.has(key) ? null : key,
    ),
    names: row.names.map((name, at) => {
      const key = row.keys[at];
      if (key === null || key === undefined || !persons.get(answer.by[at]!.id)?.has(key))
        return name;
      replaced += 1;
      return privatePerson;
    }),
    cells: row.cells.map((cell, at) => shown(cell, columns[at]!.rows.has(n), columns[at]!.crosses)),
  }));
  const totals = answer.totals.map((cell, at) =>
    shown(cell, columns[at]!.whole, columns[at]!.crosses),
  );
  return { rows, totals, hidden, replaced };
};

/** What a published version hides, as later versions keep it hidden. */
export const hiddenIn = (
  measures: readonly { id: string }[],
  rows: readonly OpenRow[],
): Map<string, Set<string>> =>
  new Map(
    measures.map(({ id }, at) => [
      id,
      new Set(rows.flatMap((row) => (row.cells[at]!.hidden ? [keyOf(row.keys)] : []))),
    ]),
  );
