import { lineTotalCents } from "#kernel/money.ts";

/**
 * What a tabulation adds up: unit prices and quantities as decimal text. `quantity` null = as
 * asked.
 */
export type PricedLine = {
  itemId: string;
  noBid: boolean;
  unitPrice: string | null;
  quantity: string | null;
  alternate: string;
};
export type AskedItem = { id: string; lotId: string | null; quantity: string; optional: boolean };
export type AskedLot = { id: string; lotNo: number; title: string };
export type LotTotal = {
  lotNo: number | null;
  title: string;
  totalCents: number | null;
  complete: boolean;
};

const lotTotal = (
  lines: readonly PricedLine[],
  items: readonly AskedItem[],
  lot: AskedLot | null,
): LotTotal => {
  const asked = items.filter((item) => item.lotId === (lot?.id ?? null));
  const priced = asked.map((item) => {
    const line = lines.find(
      (each) =>
        each.itemId === item.id && !each.noBid && each.alternate === "" && each.unitPrice !== null,
    );
    return line ? lineTotalCents(line.quantity ?? item.quantity, line.unitPrice!) : null;
  });
  const named = priced.filter((cents) => cents !== null);
  return {
    lotNo: lot?.lotNo ?? null,
    title: lot?.title ?? "",
    totalCents: named.length ? named.reduce((sum, cents) => sum + cents, 0) : null,
    complete: asked.every((item, i) => item.optional || priced[i] !== null),
  };
};

/**
 * Totals per lot and of the whole in cents, without discounts and alternates: what is read out at
 * an opening. A lot is complete when everything that is not optional is priced.
 */
export const totalsOf = (
  lines: readonly PricedLine[],
  items: readonly AskedItem[],
  lots: readonly AskedLot[],
): { totalCents: number | null; lots: LotTotal[] } => {
  const groups = [...lots, ...(items.some((item) => item.lotId === null) ? [null] : [])].map(
    (lot) => lotTotal(lines, items, lot),
  );
  const named = groups.flatMap((group) => group.totalCents ?? []);
  return {
    totalCents: named.length ? named.reduce((sum, cents) => sum + cents, 0) : null,
    lots: groups,
  };
};
