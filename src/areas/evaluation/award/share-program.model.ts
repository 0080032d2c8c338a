import { tiersOf, type AwardCase } from "./award.model.ts";
import { goalFactor, judgedPrice, switchingOf, upTo } from "./coefficients.model.ts";
import type { Program } from "#kernel/optimum/program.ts";

/** A vendor who takes part, at its tier, with the lots that it may have. */
export type Partaker = { vendor: number; tier: number; lots: readonly number[] };
type Share = { lot: number; vendor: number; x: number; b: number | null };
export type Shares = {
  program: Program;
  shares: readonly Share[];
  ofLot: readonly (readonly number[])[];
  ofVendor: readonly { own: readonly number[]; from: number; most: number }[];
};

const emptyProgram = (): Program => ({
  cost: [],
  lower: [],
  upper: [],
  integer: [],
  names: [],
  rowLower: [],
  rowUpper: [],
  rowNames: [],
  starts: [0],
  indices: [],
  values: [],
});
const addColumn = (p: Program, cost: number): number => {
  p.cost.push(cost);
  p.lower.push(0);
  p.upper.push(1);
  return p.cost.length - 1;
};
type Term = readonly [column: number, value: number];
const addRow = (p: Program, lower: number, upper: number, terms: readonly Term[]): void => {
  for (const [at, value] of terms) {
    p.indices.push(at);
    p.values.push(value);
  }
  p.rowLower.push(lower);
  p.rowUpper.push(upper);
  p.starts.push(p.indices.length);
};

/** Columns of what one vendor may have; one more for a lot where having any share counts. */
const addShares = (
  p: Program,
  c: AwardCase,
  { vendor, tier, lots }: Partaker,
  scale: number,
): Share[] => {
  const one = c.vendors[vendor]!;
  const tiers = tiersOf(one);
  const byLots = one.tiersBy === "lots" && tiers.length > 1;
  return lots.map((lot) => {
    const change = switchingOf(c, lot, vendor) / scale;
    const apart = c.lots[lot]!.maxVendors > 1 && (change > 0 || byLots || one.maxLots !== null);
    return {
      lot,
      vendor,
      x: addColumn(p, judgedPrice(c, lot, vendor, tiers[tier]!) / scale + (apart ? 0 : change)),
      b: apart ? addColumn(p, change) : null,
    };
  });
};

/** A share is nothing, or at least the smallest that is awarded. */
const boundShare = (p: Program, c: AwardCase, { x, b }: Share): void => {
  if (b === null) return;
  addRow(p, -Infinity, 0, [
    [x, 1],
    [b, -1],
  ]);
  addRow(p, 0, Infinity, [
    [x, 1],
    [b, -c.minSharePercent / 100],
  ]);
};

/** The vendor stays within its tier, its capacity and its number of lots. */
const boundVendor = (
  p: Program,
  c: AwardCase,
  { vendor, tier }: Partaker,
  own: readonly Share[],
  scale: number,
): { from: number; most: number } => {
  const one = c.vendors[vendor]!;
  const tiers = tiersOf(one);
  const byLots = one.tiersBy === "lots" && tiers.length > 1;
  const most = upTo(c, vendor, tier);
  const counts = own.map(({ x, b }) => [b ?? x, 1] as const);
  const from = byLots ? 0 : tiers[tier]!.from;
  addRow(
    p,
    from / scale,
    most / scale,
    own.map(({ lot, x }) => [x, c.prices[lot]![vendor]! / scale]),
  );
  if (byLots || one.maxLots !== null)
    addRow(
      p,
      byLots ? Math.max(1, tiers[tier]!.from) : 0,
      Math.min(
        one.maxLots ?? Infinity,
        byLots && tiers[tier + 1] ? tiers[tier + 1]!.from - 1 : Infinity,
      ),
      counts,
    );
  else if ((c.minVendors ?? 0) > 1) addRow(p, c.minSharePercent / 100, Infinity, counts);
  return { from, most };
};

/**
 * The program of who gets how much once the vendors and their tiers are settled: a column per bid,
 * one more where having any share counts by itself.
 */
export const sharesOf = (c: AwardCase, inside: readonly Partaker[], scale: number): Shares => {
  const p = emptyProgram();
  const shares: Share[] = [];
  const ofVendor: Shares["ofVendor"][number][] = [];
  const goal: Term[] = [];
  for (const partaker of inside) {
    const { vendor, tier } = partaker;
    const tiers = tiersOf(c.vendors[vendor]!);
    const own = addShares(p, c, partaker, scale);
    for (const share of own) {
      goal.push([share.x, goalFactor(c, share.lot, vendor, tiers[tier]!) / scale]);
      boundShare(p, c, share);
    }
    const span = boundVendor(p, c, partaker, own, scale);
    ofVendor.push({ own: own.map((_, i) => shares.length + i), ...span });
    shares.push(...own);
  }
  if ((c.goalBps ?? 0) > 0) addRow(p, 0, Infinity, goal);
  const ofLot = c.lots.map((_, lot) =>
    shares.flatMap((share, i) => (share.lot === lot ? [i] : [])),
  );
  for (const own of ofLot)
    addRow(
      p,
      1,
      1,
      own.map((i) => [shares[i]!.x, 1]),
    );
  return { program: p, shares, ofLot, ofVendor };
};
