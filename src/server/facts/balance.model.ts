/** What moved in one part of an answer: its keys, the sum, and how many rows. */
type Moved = { keys: readonly (string | null)[]; value: number; rows: number };

/** The month after one, both as `YYYY-MM`. */
const nextMonth = (month: string): string => {
  const [year = 0, n = 0] = month.split("-").map(Number);
  return n === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 5)}${String(n + 1).padStart(2, "0")}`;
};

/** The months from one to another, both inclusive. */
export const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
};

/**
 * Balances at the end of each month, from what moved in each: a month in which nothing moved has that of
 * the month before, and one before the first movement has none. `at` is the place of the month among the
 * keys; other keys part the balances, and beside each other they add up.
 */
export const carriedOn = <M extends Moved>(
  moved: readonly M[],
  at: number,
  months: readonly string[],
): M[] => {
  const groups = new Map<string, M[]>();
  for (const each of moved) {
    const key = JSON.stringify(each.keys.filter((_, n) => n !== at));
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) =>
    months.flatMap((month) => {
      const until = group.filter(({ keys }) => (keys[at] ?? "") <= month);
      if (!until.length) return [];
      return {
        ...until[0]!,
        keys: until[0]!.keys.map((key, n) => (n === at ? month : key)),
        value: until.reduce((sum, { value }) => sum + value, 0),
        rows: until.reduce((sum, { rows }) => sum + rows, 0),
      };
    }),
  );
};
