import { groupsOf, tiersOf, type AwardCase, type DiscountGroup } from "./award.model.ts";
import { Builder, inf } from "#kernel/optimum/program.ts";
import { switchingOf, judgedPrice, mostBelow, upTo } from "./coefficients.model.ts";

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

export type Parts = {
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

export const addGroupedVendor = (
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

export const addVendor = (
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
