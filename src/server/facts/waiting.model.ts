/** So many cases that took so many whole days, or have taken them until now and go on (`ended` false). */
export type Waited = { days: number; ended: boolean; cases: number };

// A product of fractions comes to a half but for its last digits.
const nearly = 1e-9;

/**
 * The whole days within which a part of all cases (`percent` of them, above 0 and below 100) has ended, by
 * the product-limit estimate: a case that goes on counts as one that takes longer than it has, never as
 * ended and never left out; one that ends on the day on which another one is still open comes before it.
 * Null where so many have not ended yet. Source: E. L. Kaplan and P. Meier, Nonparametric estimation from
 * incomplete observations, J. Amer. Statist. Assoc. 53 (1958), 457–481.
 */
export const daysWithin = (waited: readonly Waited[], percent: number): number | null => {
  const byDay = new Map<number, { ended: number; all: number }>();
  for (const { days, ended, cases } of waited) {
    const day = byDay.get(days) ?? { ended: 0, all: 0 };
    byDay.set(days, { ended: day.ended + (ended ? cases : 0), all: day.all + cases });
  }
  let waiting = waited.reduce((n, { cases }) => n + cases, 0);
  let open = 1;
  for (const [days, { ended, all }] of [...byDay].toSorted(([a], [b]) => a - b)) {
    open *= 1 - ended / waiting;
    if (ended > 0 && open <= 1 - percent / 100 + nearly) return days;
    waiting -= all;
  }
  return null;
};
