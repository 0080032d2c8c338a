import { stepAfter, type Every } from "#kernel/forecast/steps.ts";

/** What moved in one part of an answer: its keys, the sum, and how many rows. */
type Moved = { keys: readonly (string | null)[]; value: number; rows: number };

/** The months or weeks from one to another, both inclusive. */
export const stepsThrough = (every: Every, first: string, last: string): string[] => {
  const steps: string[] = [];
  for (let step = first; step <= last; step = stepAfter(every, step, 1)) steps.push(step);
  return steps;
};

/**
 * Balances at the end of each month or week, from what moved in each: one in which nothing moved has that of
 * the month before, and one before the first movement has none. `at` is the place of the month or week among the
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
