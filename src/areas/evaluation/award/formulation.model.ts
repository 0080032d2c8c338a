import {
  grouped,
  hasLotDiscounts,
  rateOf,
  reachedOf,
  type Award,
  type AwardCase,
} from "./award.model.ts";
import { type Program, Builder, inf } from "#kernel/optimum/program.ts";
import {
  type Pair,
  type Grouped,
  type Parts,
  addGroupedVendor,
  addVendor,
} from "./offer-columns.model.ts";
import { goalFactor, scaleOf } from "./coefficients.model.ts";

/** Where the rows stand whose prices (duals) matter for bids that the program does not know. */
export type Formulation = {
  program: Program;
  pairs: readonly Pair[];
  y: ReadonlyMap<number, readonly number[]>;
  grouped: ReadonlyMap<number, Grouped>;
  scale: number;
  rows: {
    lot: number[];
    lotMost: (number | null)[];
    goal: number | null;
    vendors: number;
    one: ReadonlyMap<number, number>;
    vendorValue: ReadonlyMap<
      number,
      readonly (readonly [from: number | null, to: number | null])[]
    >;
    vendorLots: ReadonlyMap<number, readonly number[]>;
    vendorMaxLots: ReadonlyMap<number, number>;
  };
};

/**
 * What a relaxed program pays for a lot that nobody has, or for a unit that is short of the goal,
 * in units: it then has an answer, and prices, where few bids are known.
 */
const missingCost = 100_000;

const addVendors = (
  c: AwardCase,
  known: ReadonlyMap<number, readonly number[]>,
  integer: boolean,
  m: Builder,
  scale: number,
  into: Parts,
  tightened: AwardCase,
): void => {
  for (const [vendor, lots] of known)
    if (lots.length > 0)
      (hasLotDiscounts(c.vendors[vendor]!) ? addGroupedVendor : addVendor)(
        tightened,
        m,
        vendor,
        lots,
        scale,
        integer,
        into,
      );
};

const addLots = (
  c: AwardCase,
  integer: boolean,
  m: Builder,
  ofLot: ReadonlyMap<number, readonly Pair[]>,
) => {
  const missing = integer
    ? []
    : c.lots.map((_, l) => m.column(`missing${l}`, missingCost, 1, false));
  return c.lots.map((_, l) =>
    m.row(
      `lot${l}`,
      1,
      1,
      [...(ofLot.get(l) ?? []).flatMap((pair) => pair.z), ...missing.slice(l, l + 1)],
      () => 1,
    ),
  );
};

const limitVendorsOfLots = (
  c: AwardCase,
  integer: boolean,
  m: Builder,
  ofLot: ReadonlyMap<number, readonly Pair[]>,
) => {
  return c.lots.map(({ maxVendors }, l) => {
    const pairs = ofLot.get(l) ?? [];
    if (maxVendors === 1 || (!integer && pairs.every((pair) => pair.b === null))) return null;
    return m.row(
      `most${l}`,
      integer ? 1 : -inf,
      maxVendors,
      pairs.flatMap((pair) => (pair.b === null ? pair.z : [pair.b])),
      () => 1,
    );
  });
};

const addGoal = (
  c: AwardCase,
  integer: boolean,
  marginCents: number,
  m: Builder,
  scale: number,
  into: Parts,
) => {
  const shares = into.pairs.flatMap((pair) =>
    pair.z.map(
      (z, t) =>
        [
          z,
          goalFactor(c, pair.lot, pair.vendor, { from: 0, bps: pair.rates[t]! }) / scale,
        ] as const,
    ),
  );
  const short =
    integer || (c.goalBps ?? 0) === 0 ? [] : [m.column("short", missingCost, inf, false)];
  return (c.goalBps ?? 0) > 0
    ? m.row(
        "goal",
        marginCents / scale,
        inf,
        [...shares.map(([z]) => z), ...short],
        (i) => shares[i]?.[1] ?? 1,
      )
    : null;
};

/**
 * The award as a mixed-integer program over the bids of `known` (lots of each vendor). `integer`
 * false leaves out what its relaxation does not need, and lets lots and the goal be missed at a
 * cost.
 * `marginCents` tightens capacities, thresholds and the goal: for the rare answer that only the
 * solver's tolerances allow.
 */
export const formulate = (
  c: AwardCase,
  known: ReadonlyMap<number, readonly number[]>,
  integer: boolean,
  marginCents = 0,
): Formulation => {
  const m = new Builder();
  const scale = scaleOf(c);
  const into: Parts = {
    pairs: [],
    vendorValue: new Map(),
    vendorLots: new Map(),
    vendorMaxLots: new Map(),
    one: new Map(),
    y: new Map(),
    grouped: new Map(),
  };
  const tightened = marginCents === 0 ? c : tighten(c, marginCents);
  addVendors(c, known, integer, m, scale, into, tightened);
  const ofLot = grouped(into.pairs, (pair) => pair.lot);
  const lot = addLots(c, integer, m, ofLot);
  const lotMost = limitVendorsOfLots(c, integer, m, ofLot);
  const vendors = m.row(
    "vendors",
    c.minVendors ?? 0,
    c.maxVendors ?? inf,
    [...into.y.values()].flat(),
    () => 1,
  );
  const goal = addGoal(c, integer, marginCents, m, scale, into);
  return {
    program: m.program,
    pairs: into.pairs,
    y: into.y,
    grouped: into.grouped,
    scale,
    rows: {
      lot,
      lotMost,
      goal,
      vendors,
      one: into.one,
      vendorValue: into.vendorValue,
      vendorLots: into.vendorLots,
      vendorMaxLots: into.vendorMaxLots,
    },
  };
};

const tighten = (c: AwardCase, cents: number): AwardCase => ({
  ...c,
  vendors: c.vendors.map((vendor) => ({
    ...vendor,
    capacityCents: vendor.capacityCents === null ? null : vendor.capacityCents - cents,
    tiers:
      vendor.tiersBy === "lots"
        ? vendor.tiers
        : vendor.tiers.map((tier) => ({ ...tier, from: tier.from > 0 ? tier.from + cents : 0 })),
    ...(vendor.lotDiscounts
      ? {
          lotDiscounts: vendor.lotDiscounts.map((each) => ({
            ...each,
            from: each.from > 0 ? each.from + cents : 0,
          })),
        }
      : {}),
  })),
});

/** The award that values of the columns say; a lot that nobody has is simply missing. */
export const awardOf = (c: AwardCase, f: Formulation, values: ArrayLike<number>): Award =>
  f.pairs.flatMap((pair) => {
    const share = pair.z.reduce((sum, z) => sum + values[z]!, 0);
    const percent = Math.round((share * 100) / c.stepPercent) * c.stepPercent;
    return percent > 0 ? [{ lot: pair.lot, vendor: pair.vendor, percent }] : [];
  });

/** The columns' values of an award whose bids are all known; null when one is not. */
export const valuesOf = (
  c: AwardCase,
  f: Formulation,
  award: Award,
  tierOf: (vendor: number) => number,
): Float64Array | null => {
  const values = new Float64Array(f.program.cost.length);
  const at = new Map(f.pairs.map((pair) => [`${pair.lot}_${pair.vendor}`, pair]));
  for (const [vendor, { u, groups }] of f.grouped) {
    const own = award.filter((part) => part.vendor === vendor);
    if (own.length === 0) continue;
    values[u] = 1;
    for (const group of groups) values[group.ys[reachedOf(c, group, own)]!] = 1;
  }
  for (const part of award) {
    const pair = at.get(`${part.lot}_${part.vendor}`);
    if (!pair) return null;
    values[pair.b!] = 1;
    if (pair.n !== null) values[pair.n] = part.percent / c.stepPercent;
    const groups = f.grouped.get(part.vendor)?.groups;
    if (groups) {
      const rate = rateOf(
        c,
        part.vendor,
        award.filter((each) => each.vendor === part.vendor),
        part.lot,
      );
      values[
        pair.z[
          pair.options!.findIndex(
            (option, o) =>
              pair.rates[o] === rate &&
              (option === null || values[groups[option.group]!.ys[option.tier]!] === 1),
          )
        ]!
      ] = part.percent / 100;
      continue;
    }
    const t = tierOf(part.vendor);
    values[pair.z[t]!] = part.percent / 100;
    values[f.y.get(part.vendor)![t]!] = 1;
  }
  return values;
};

/** All bids there are, by vendor. */
export const allBids = (c: AwardCase): ReadonlyMap<number, readonly number[]> =>
  new Map(
    c.vendors.map((_, vendor) => [
      vendor,
      c.lots.flatMap((__, lot) => (c.prices[lot]![vendor] === null ? [] : [lot])),
    ]),
  );
