/** What a department has on one side of the budget of a year, in cents, as the budget's summary gives it. */
export type DepartmentSum = {
  id: string;
  side: "revenue" | "spending";
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  lines: number;
};

/** What each department may spend, by its id: what it takes in is no part of it, and does not take its place. */
export const spendingBy = (sums: readonly DepartmentSum[]): ReadonlyMap<string, DepartmentSum> =>
  new Map(sums.filter((sum) => sum.side === "spending").map((sum) => [sum.id, sum]));
