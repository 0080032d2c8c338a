/** A location, as far as it says who bears what lies there: a budget line, or nobody any more. */
export type Bearing = { name: string; chargeAccountId: string | null };

/**
 * Why nothing moves between two locations: what lies at one is borne by another line than what lies at
 * the other, and a transfer moves no budget. Null where both are charged alike.
 */
export const apartRefusal = (from: Bearing, to: Bearing): string | null =>
  from.chargeAccountId === to.chargeAccountId
    ? null
    : `${from.name} and ${to.name} are charged to different lines, or at different times: what moves between them would be borne twice, or by nobody. Issue it to whoever uses it.`;

/** The budget lines of an issue's line, and the year in which it is charged. */
export type ChargeLines = {
  /** The line of the issue that everything follows from: its returns, corrections, reversals. */
  issueLineId: string;
  accountStringId: string;
  storesAccountId: string;
  fiscalYearId: string;
};

/** What a line of a movement charges: more than nothing where the consumer bears more. Integer cents. */
export type Charge = Omit<ChargeLines, "fiscalYearId"> & {
  lineId: string;
  fiscalYearId: string | null;
  cents: number;
};

/**
 * What charges do to budget lines of one year: up for the consumer's, down for the line of the stores, in
 * cents by account. They come to zero.
 */
export const movedBy = (charges: readonly Charge[]): ReadonlyMap<string, number> => {
  const moved = new Map<string, number>();
  const add = (account: string, cents: number) =>
    void moved.set(account, (moved.get(account) ?? 0) + cents);
  for (const { accountStringId, storesAccountId, cents } of charges) {
    add(accountStringId, cents);
    add(storesAccountId, -cents);
  }
  return moved;
};
