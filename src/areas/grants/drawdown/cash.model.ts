/** What a request holds of a cost, and the day on which its money came in. */
type CameIn = { on: string; share: "federal" | "match" | "billed"; cents: number };
/** A cost with what was paid of it, day by day, and what requests with money hold of it. */
export type PaidOut = {
  documentNumber: string;
  paid: readonly { on: string; paid: number }[];
  claims: readonly CameIn[];
};
export type CashMove = { on: string; what: string; cents: number };

/**
 * How the grantor's money for a cost went out: with the payment, or with the money where the payment
 * was first; a payment that is void brings it back on the day of the void, and not before.
 */
export const outOf = (cost: PaidOut): CashMove[] => {
  const days = [...new Set([...cost.paid, ...cost.claims].map((each) => each.on))].sort();
  let before = 0;
  return days.flatMap((on): CashMove[] => {
    const paid = cost.paid.reduce((n, p) => n + (p.on <= on ? p.paid : 0), 0);
    const came = cost.claims.filter((c) => c.on <= on);
    const all = came.reduce((n, c) => n + c.cents, 0);
    const federal = came.reduce((n, c) => n + (c.share === "federal" ? c.cents : 0), 0);
    const sign = all < 0 ? -1 : 1;
    const covered = Math.min(Math.abs(all), Math.max(0, sign * paid));
    const out = all === 0 ? 0 : Math.round((federal * covered) / Math.abs(all));
    const change = out - before;
    before = out;
    return change
      ? [
          {
            on,
            what: `${cost.documentNumber} ${change > 0 ? "paid out" : "came back"}`,
            cents: -change,
          },
        ]
      : [];
  });
};
