import {
  grouped,
  groupsOf,
  hasLotDiscounts,
  rateOf,
  reachedOf,
  tiersOf,
  type Award,
  type AwardCase,
  type DiscountGroup,
  type Tier,
} from "./award.model.ts";

/**
 * A linear program with integer columns: minimize `cost · x`, `rowLower ≤ A x ≤ rowUpper`; rows are
 * stored one after the other.
 */
export type Program = {
  cost: number[];
  lower: number[];
  upper: number[];
  integer: boolean[];
  names: string[];
  rowLower: number[];
  rowUpper: number[];
  rowNames: string[];
  starts: number[];
  indices: number[];
  values: number[];
};
/**
 * A bid that the program knows: vendor's share of the lot by tier (`rates`: the discount of each),
 * whether it has any (null where the share says as much), its steps. `options`: of which group's
 * tier each is.
 */
export type Pair = {
  lot: number;
  vendor: number;
  z: readonly number[];
  rates: readonly number[];
  b: number | null;
  n: number | null;
  options?: readonly Option[];
};
type Option = { group: number; tier: number } | null;
/**
 * Columns of a vendor with discounts on some lots: whether it is in, and at which tier each group
 * stands.
 */
export type Grouped = { u: number; groups: readonly (DiscountGroup & { ys: readonly number[] })[] };
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

const inf = Number.POSITIVE_INFINITY;

class Builder {
  readonly program: Program = {
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
  };
  column(name: string, cost: number, upper: number, integer: boolean): number {
    const p = this.program;
    p.names.push(name);
    p.cost.push(cost);
    p.lower.push(0);
    p.upper.push(upper);
    p.integer.push(integer);
    return p.cost.length - 1;
  }
  row(
    name: string,
    lower: number,
    upper: number,
    columns: readonly number[],
    values: (i: number) => number,
  ): number {
    const p = this.program;
    for (const [i, column] of columns.entries()) {
      const value = values(i);
      if (value === 0) continue;
      p.indices.push(column);
      p.values.push(value);
    }
    p.rowNames.push(name);
    p.rowLower.push(lower);
    p.rowUpper.push(upper);
    p.starts.push(p.indices.length);
    return p.rowLower.length - 1;
  }
}

/**
 * Money of the program is in units of `scale` cents: a hundredth of what the lots cost about, so
 * that the solver's tolerances are worth cents.
 */
export const scaleOf = (c: AwardCase): number =>
  Math.max(
    1,
    c.prices.reduce((sum, row) => sum + Math.min(...row.filter((price) => price !== null)), 0) /
      100,
  );

/** What a whole lot costs as judged, and toward the goal, at one tier; in cents. */
export const judgedPrice = (c: AwardCase, lot: number, vendor: number, tier: Tier): number =>
  ((c.prices[lot]![vendor]! * (10_000 - tier.bps)) / 10_000) *
  (c.vendors[vendor]!.preferred ? 1 : 1 + c.preferenceBps / 10_000);
export const goalFactor = (c: AwardCase, lot: number, vendor: number, tier: Tier): number =>
  (((c.prices[lot]![vendor]! * (10_000 - tier.bps)) / 10_000) *
    ((c.vendors[vendor]!.counts ? 10_000 : 0) - (c.goalBps ?? 0))) /
  10_000;
export const switchingOf = (c: AwardCase, lot: number, vendor: number): number => {
  const one = c.lots[lot]!;
  return one.incumbent === null || one.incumbent === vendor ? 0 : one.switchingCents;
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * The most that a vendor can win of some lots below a threshold, in cents: winnings grow in steps
 * of whole prices, or of shares where lots are shared. Exact, and as far
 * from the threshold as it can be: limits that differ by less than the solver's tolerances have
 * made its presolve give wrong answers.
 */
const mostBelow = (c: AwardCase, vendor: number, lots: Iterable<number>, from: number): number => {
  const step = [...lots].reduce(
    (found, lot) =>
      divisor(
        found,
        (c.prices[lot]![vendor] ?? 0) * (c.lots[lot]!.maxVendors === 1 ? 100 : c.stepPercent),
      ),
    0,
  );
  return step === 0 ? from - 0.01 : ((Math.ceil((from * 100) / step) - 1) * step) / 100;
};

/**
 * What a tier's threshold row allows at most: the capacity, or what stays below the next tier, so
 * that nobody is paid at a worse tier than reached.
 */
export const upTo = (c: AwardCase, vendor: number, tier: number): number => {
  const one = c.vendors[vendor]!;
  const next = one.tiersBy === "value" ? tiersOf(one)[tier + 1] : undefined;
  return Math.min(
    one.capacityCents ?? inf,
    next ? mostBelow(c, vendor, c.lots.keys(), next.from) : inf,
  );
};

type Parts = {
  pairs: Pair[];
  vendorValue: Map<number, (readonly [number | null, number | null])[]>;
  vendorLots: Map<number, readonly number[]>;
  vendorMaxLots: Map<number, number>;
  one: Map<number, number>;
  y: Map<number, number[]>;
  grouped: Map<number, Grouped>;
};

/**
 * Whether lots count toward a vendor's discounts; only then may a relaxed program gain by a bid
 * that wins nothing.
 */
const countsLots = (c: AwardCase, vendor: number): boolean =>
  c.vendors[vendor]!.tiersBy === "lots" && tiersOf(c.vendors[vendor]!).length > 1;

const addPair = (
  c: AwardCase,
  m: Builder,
  lot: number,
  vendor: number,
  ys: readonly number[],
  scale: number,
  integer: boolean,
): Pair => {
  const at = `${lot}_${vendor}`;
  const most = c.lots[lot]!.maxVendors;
  const tiers = tiersOf(c.vendors[vendor]!);
  const own = integer || countsLots(c, vendor);
  const change = switchingOf(c, lot, vendor) / scale;
  const b = own ? m.column(`b${at}`, change, 1, true) : null;
  const z = tiers.map((tier, t) => {
    const column = m.column(
      `z${at}_${t}`,
      judgedPrice(c, lot, vendor, tier) / scale + (own ? 0 : change),
      1,
      false,
    );
    m.row(`tier${at}_${t}`, -inf, 0, [column, ys[t]!], (i) => (i === 0 ? 1 : -1));
    return column;
  });
  const pair = { lot, vendor, z, rates: tiers.map((tier) => tier.bps), b };
  if (b === null) return { ...pair, n: null };
  m.row(`in${at}`, -inf, 0, [b, ...ys], (i) => (i === 0 ? 1 : -1));
  m.row(`some${at}`, most === 1 ? 0 : -inf, 0, [b, ...z], (i) => (i === 0 ? -1 : 1));
  return { ...pair, n: addSteps(c, m, lot, vendor, b, z, integer) };
};

/** Steps of a shared lot and the least share in it; null where the lot is not shared. */
const addSteps = (
  c: AwardCase,
  m: Builder,
  lot: number,
  vendor: number,
  b: number,
  z: readonly number[],
  integer: boolean,
): number | null => {
  const at = `${lot}_${vendor}`;
  if (c.lots[lot]!.maxVendors === 1) return null;
  m.row(`least${at}`, 0, inf, [b, ...z], (i) => (i === 0 ? -c.minSharePercent / 100 : 1));
  const n = integer ? m.column(`n${at}`, 0, 100 / c.stepPercent, true) : null;
  if (n !== null) m.row(`step${at}`, 0, 0, [n, ...z], (i) => (i === 0 ? -1 : 100 / c.stepPercent));
  return n;
};

/**
 * A bid of a vendor whose discounts hold for some lots: its share by discount, of which the highest
 * reached must be taken.
 */
const addGroupedPair = (
  c: AwardCase,
  m: Builder,
  lot: number,
  vendor: number,
  { u, groups }: Grouped,
  scale: number,
  integer: boolean,
): Pair => {
  const at = `${lot}_${vendor}`;
  const b = m.column(`b${at}`, switchingOf(c, lot, vendor) / scale, 1, true);
  const options: Option[] = [
    null,
    ...groups.flatMap((group, g) =>
      group.lots.has(lot)
        ? group.tiers.flatMap((tier, t) => (tier.bps === 0 ? [] : [{ group: g, tier: t }]))
        : [],
    ),
  ];
  const rates = options.map((option) =>
    option ? groups[option.group]!.tiers[option.tier]!.bps : 0,
  );
  const z = options.map((option, o) => {
    const column = m.column(
      `z${at}_${o}`,
      judgedPrice(c, lot, vendor, { from: 0, bps: rates[o]! }) / scale,
      1,
      false,
    );
    if (option)
      m.row(`tier${at}_${o}`, -inf, 0, [column, groups[option.group]!.ys[option.tier]!], (i) =>
        i === 0 ? 1 : -1,
      );
    for (const [g, group] of groups.entries()) {
      const higher =
        option?.group === g || !group.lots.has(lot)
          ? []
          : group.ys.filter((_, t) => group.tiers[t]!.bps > rates[o]!);
      if (higher.length)
        m.row(`best${at}_${o}_${g}`, -inf, 0, [column, ...higher, u], (i) =>
          i === higher.length + 1 ? -1 : 1,
        );
    }
    return column;
  });
  m.row(`in${at}`, -inf, 0, [b, u], (i) => (i === 0 ? 1 : -1));
  m.row(`some${at}`, c.lots[lot]!.maxVendors === 1 ? 0 : -inf, 0, [b, ...z], (i) =>
    i === 0 ? -1 : 1,
  );
  return { lot, vendor, z, rates, b, n: addSteps(c, m, lot, vendor, b, z, integer), options };
};

/**
 * Between which thresholds each group stands; what is won of its lots decides, whatever discount is
 * paid.
 */
const addThresholds = (
  c: AwardCase,
  m: Builder,
  vendor: number,
  { groups }: Grouped,
  pairs: readonly Pair[],
  scale: number,
): void => {
  for (const [g, { lots, by, tiers, ys }] of groups.entries()) {
    const inside = pairs.filter((pair) => lots.has(pair.lot));
    const unit = by === "value" ? scale : 1;
    const most =
      by === "value"
        ? inside.reduce((sum, pair) => sum + c.prices[pair.lot]![vendor]!, 0)
        : inside.length;
    const won =
      by === "value"
        ? inside.flatMap((pair) =>
            pair.z.map((z) => [z, c.prices[pair.lot]![vendor]! / scale] as const),
          )
        : inside.map((pair) => [pair.b!, 1] as const);
    const bound = (name: string, lower: number, upper: number, limit: (t: number) => number) =>
      m.row(`${name}${vendor}_${g}`, lower, upper, [...won.map(([column]) => column), ...ys], (i) =>
        i < won.length ? won[i]![1] : -limit(i - won.length) / unit,
      );
    bound("from", 0, inf, (t) => tiers[t]!.from);
    bound("to", -inf, 0, (t) =>
      !tiers[t + 1]
        ? Math.max(most, tiers[t]!.from)
        : by === "value"
          ? mostBelow(c, vendor, lots, tiers[t + 1]!.from)
          : tiers[t + 1]!.from - 1,
    );
  }
};

const addGroupedVendor = (
  c: AwardCase,
  m: Builder,
  vendor: number,
  lots: readonly number[],
  scale: number,
  integer: boolean,
  into: Parts,
): void => {
  const one = c.vendors[vendor]!;
  const u = m.column(`y${vendor}`, 0, 1, true);
  const groups = groupsOf(c, vendor).map((group, g) => {
    const ys = group.tiers.map((_, t) => m.column(`y${vendor}_${g}_${t}`, 0, 1, true));
    m.row(`one${vendor}_${g}`, 0, 0, [u, ...ys], (i) => (i === 0 ? -1 : 1));
    return { ...group, ys };
  });
  const columns: Grouped = { u, groups };
  const pairs = lots.map((lot) => addGroupedPair(c, m, lot, vendor, columns, scale, integer));
  const bs = pairs.map((pair) => pair.b!);
  addThresholds(c, m, vendor, columns, pairs, scale);
  const all = pairs.flatMap((pair) =>
    pair.z.map((z) => [z, c.prices[pair.lot]![vendor]! / scale] as const),
  );
  if (one.capacityCents !== null)
    m.row(`capacity${vendor}`, -inf, 0, [...all.map(([z]) => z), u], (i) =>
      i < all.length ? all[i]![1] : -one.capacityCents! / scale,
    );
  if (one.maxLots !== null)
    into.vendorMaxLots.set(
      vendor,
      m.row(`maxLots${vendor}`, -inf, one.maxLots, bs, () => 1),
    );
  if (integer) m.row(`used${vendor}`, 0, inf, [...bs, u], (i) => (i < bs.length ? 1 : -1));
  else
    into.one.set(
      vendor,
      m.row(`one${vendor}`, 0, 1, [u], () => 1),
    );
  into.pairs.push(...pairs);
  into.y.set(vendor, [u]);
  into.grouped.set(vendor, columns);
};

const addVendor = (
  c: AwardCase,
  m: Builder,
  vendor: number,
  lots: readonly number[],
  scale: number,
  integer: boolean,
  into: Parts,
): void => {
  const one = c.vendors[vendor]!;
  const tiers = tiersOf(one);
  const ys = tiers.map((_, t) => m.column(`y${vendor}_${t}`, 0, 1, true));
  into.one.set(
    vendor,
    m.row(`one${vendor}`, integer ? -inf : 0, 1, ys, () => 1),
  );
  const pairs = lots.map((lot) => addPair(c, m, lot, vendor, ys, scale, integer));
  const value = (pair: Pair) => c.prices[pair.lot]![vendor]! / scale;
  into.vendorValue.set(
    vendor,
    tiers.map((tier, t) => {
      const columns = [...pairs.map((pair) => pair.z[t]!), ys[t]!];
      const most = upTo(c, vendor, t);
      const row = (name: string, lower: number, upper: number, cents: number) =>
        m.row(`${name}${vendor}_${t}`, lower, upper, columns, (i) =>
          i < pairs.length ? value(pairs[i]!) : -cents / scale,
        );
      return [
        one.tiersBy === "value" && tier.from > 0 ? row("from", 0, inf, tier.from) : null,
        most < inf ? row("to", -inf, 0, most) : null,
      ] as const;
    }),
  );
  const bs = pairs.flatMap((pair) => (pair.b === null ? pair.z : [pair.b]));
  if (countsLots(c, vendor))
    into.vendorLots.set(vendor, [
      m.row(`lotsFrom${vendor}`, 0, inf, [...bs, ...ys], (i) =>
        i < bs.length ? 1 : -tiers[i - bs.length]!.from,
      ),
      m.row(`lotsTo${vendor}`, -inf, 0, [...bs, ...ys], (i) =>
        i < bs.length ? 1 : -((tiers[i - bs.length + 1]?.from ?? c.lots.length + 1) - 1),
      ),
    ]);
  if (one.maxLots !== null)
    into.vendorMaxLots.set(
      vendor,
      m.row(`maxLots${vendor}`, -inf, one.maxLots, bs, () => 1),
    );
  if (integer) m.row(`used${vendor}`, 0, inf, [...bs, ...ys], (i) => (i < bs.length ? 1 : -1));
  into.pairs.push(...pairs);
  into.y.set(vendor, ys);
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

const number = (value: number): string => String(Number(value.toPrecision(15)));
const terms = (
  columns: readonly number[],
  values: readonly number[],
  names: readonly string[],
): string =>
  columns
    .map(
      (column, i) =>
        `${values[i]! < 0 ? "-" : "+"} ${number(Math.abs(values[i]!))} ${names[column]!}${i % 8 === 7 ? "\n" : ""}`,
    )
    .join(" ");

/**
 * The program in CPLEX LP format, for the record: anybody's solver can check the answer. Money in
 * units of `scale` cents.
 */
export const lpText = (p: Program, note = ""): string => {
  const rows = p.rowNames.flatMap((name, r) => {
    const [from, to] = [p.starts[r]!, p.starts[r + 1]!];
    const text = terms(p.indices.slice(from, to), p.values.slice(from, to), p.names);
    const [low, up] = [p.rowLower[r]!, p.rowUpper[r]!];
    if (low === up) return [`${name}: ${text} = ${number(low)}`];
    return [
      ...(low > -inf ? [`${name}${up < inf ? "_low" : ""}: ${text} >= ${number(low)}`] : []),
      ...(up < inf ? [`${name}: ${text} <= ${number(up)}`] : []),
    ];
  });
  const whole = p.names.filter((_, i) => p.integer[i] && p.upper[i] !== 1);
  const binary = p.names.filter((_, i) => p.integer[i] && p.upper[i] === 1);
  const bounds = p.names.flatMap((name, i) =>
    p.integer[i] && p.upper[i] === 1 ? [] : [`0 <= ${name} <= ${number(p.upper[i]!)}`],
  );
  const costs = p.names.flatMap((_, i) => (p.cost[i] === 0 ? [] : [i]));
  return [
    ...(note ? [`\\ ${note}`] : []),
    "Minimize",
    `cost: ${terms(
      costs,
      costs.map((i) => p.cost[i]!),
      p.names,
    )}`,
    "Subject To",
    ...rows,
    "Bounds",
    ...bounds,
    ...(whole.length ? ["General", ...whole] : []),
    "Binary",
    ...binary,
    "End",
  ].join("\n");
};
