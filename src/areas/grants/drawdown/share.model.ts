/** What a request takes of one cost line: cents of it, and of these the grantor's share. */
export type Taken = { costLineId: string; cents: number };
type Shared = Taken & { federal: number; match: number };

const halfUp = (cents: number, rate: number): number => {
  const product = BigInt(Math.abs(cents)) * BigInt(rate);
  const rounded = Number((product * 2n + 10_000n) / 20_000n);
  return cents < 0 ? -rounded : rounded;
};

/** The grantor's share of all costs together: its rate, half up to the cent, never above the award. */
export const federalOf = (total: number, rate: number, amount: number): number =>
  Math.min(amount, halfUp(total, rate));

/**
 * Shares what a request takes between grantor and agency. The shares of all requests together are the
 * rate of all their costs to the cent: what earlier rounding left over or short comes with the first
 * line. `before` is what live claims of the award hold.
 */
export const sharesOf = (
  taken: readonly Taken[],
  rate: number,
  amount: number,
  before: { total: number; federal: number },
): Shared[] => {
  let { total, federal } = before;
  return taken.map((line) => {
    total += line.cents;
    const due = federalOf(total, rate, amount) - federal;
    federal += due;
    return { ...line, federal: due, match: line.cents - due };
  });
};
