/** The month (`YYYY-MM`) so many months after another one; before it for a number below zero. */
export const monthAfter = (month: string, by: number): string => {
  const [year, at] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7);
};

/** How many months lie from one to the other, the first counted and the last not. */
export const monthsBetween = (first: string, last: string): number => {
  const [a, b] = [first, last].map((month) => {
    const [year, at] = month.split("-").map(Number) as [number, number];
    return year * 12 + at;
  }) as [number, number];
  return Math.max(0, b - a);
};

/** A change of what is open in a month: opened less closed. */
export type Moved = { month: string; n: number };

/**
 * How many were open at the end of each month, from the first change to the month before `until`;
 * null where there is no whole month.
 */
export const openAtEnds = (
  moves: readonly Moved[],
  until: string,
): { first: string; values: number[] } | null => {
  const by = new Map<string, number>();
  for (const { month, n } of moves) by.set(month, (by.get(month) ?? 0) + n);
  const first = [...by.keys()].toSorted()[0];
  if (first === undefined || first >= until) return null;
  let open = 0;
  const values = Array.from(
    { length: monthsBetween(first, until) },
    (_, at) => (open += by.get(monthAfter(first, at)) ?? 0),
  );
  return { first, values };
};
