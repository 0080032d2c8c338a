/**
 * A discount on everything that a vendor is given, from a threshold on: a list value in cents, or a
 * number of lots. `bps`: hundredths of a percent.
 */
export type Tier = { from: number; bps: number };
/**
 * A discount on some lots only (by their places), from a list value in cents of what is won of
 * these lots. Of all that are reached and cover a lot, the highest counts there; they do not add
 * up.
 */
export type LotDiscount = { lots: readonly number[]; from: number; bps: number };
/**
 * A bidder. `preferred`: judged at its price, while others are judged at their price plus the
 * preference. `counts`: what it is paid counts toward the goal share.
 * `capacityCents`: list value that it can take on; `maxLots`: lots that it can take on; null = any.
 * `tiersBy` says what the tiers' thresholds count.
 * `lotDiscounts`: those on some lots only.
 */
export type AwardVendor = {
  id: string;
  name: string;
  preferred: boolean;
  counts: boolean;
  capacityCents: number | null;
  maxLots: number | null;
  tiersBy: "value" | "lots";
  tiers: readonly Tier[];
  lotDiscounts?: readonly LotDiscount[];
};
/**
 * A lot. `maxVendors`: among how many it may be split. `switchingCents`: what each vendor who is
 * not its incumbent costs the agency besides the price.
 */
type AwardLot = {
  id: string;
  name: string;
  maxVendors: number;
  incumbent: number | null;
  switchingCents: number;
};
/**
 * Who could get what. `prices[lot][vendor]` is the list price of the whole lot in cents, null = no
 * bid. `goalBps`: least share of the money paid that goes to vendors
 * that count. `preferenceBps`: what is added to the price of vendors that are not preferred when
 * offers are compared; nobody is paid it.
 * A split lot is shared in steps of `stepPercent` (a divisor of 100), nobody in it has less than
 * `minSharePercent` (a multiple of the step).
 */
export type AwardCase = {
  lots: readonly AwardLot[];
  vendors: readonly AwardVendor[];
  prices: readonly (readonly (number | null)[])[];
  /** By the published criteria, in hundredths, where not the price alone decides; null = no bid. */
  points?: readonly (readonly (number | null)[])[];
  minVendors: number | null;
  maxVendors: number | null;
  goalBps: number | null;
  preferenceBps: number;
  stepPercent: number;
  minSharePercent: number;
};
/** What one vendor gets of one lot. */
export type Part = { lot: number; vendor: number; percent: number };
export type Award = readonly Part[];

export const ruleNames = [
  "capacity",
  "maxLots",
  "minVendors",
  "maxVendors",
  "goal",
  "preference",
  "switching",
  "lotVendors",
] as const;
export type Rule = (typeof ruleNames)[number];
export const ruleLabels: Readonly<Record<Rule, string>> = {
  capacity: "What each vendor can take on",
  maxLots: "Most lots for one vendor",
  minVendors: "Fewest vendors",
  maxVendors: "Most vendors",
  goal: "Goal share",
  preference: "Local preference",
  switching: "Cost of changing the vendor",
  lotVendors: "Vendors within a lot",
};

/** The tiers that matter, from nothing on: ascending, each better than the one before. */
const ascending = (tiers: readonly Tier[]): readonly Tier[] =>
  tiers
    .toSorted((a, b) => a.from - b.from || b.bps - a.bps)
    .reduce<Tier[]>(
      (kept, tier) => {
        if (tier.bps <= kept.at(-1)!.bps) return kept;
        return tier.from <= kept.at(-1)!.from ? [...kept.slice(0, -1), tier] : [...kept, tier];
      },
      [{ from: 0, bps: 0 }],
    );
export const tiersOf = (vendor: AwardVendor): readonly Tier[] => ascending(vendor.tiers);

/** Lots whose discounts are reached together: by value or number of what is won of them. */
export type DiscountGroup = {
  lots: ReadonlySet<number>;
  by: "value" | "lots";
  tiers: readonly Tier[];
};

/** A vendor's discounts as groups of lots, each with its tiers; the whole award first. */
export const groupsOf = (c: AwardCase, vendor: number): readonly DiscountGroup[] => {
  const one = c.vendors[vendor]!;
  const all = new Set(c.lots.keys());
  const sets = grouped(one.lotDiscounts ?? [], (each) =>
    [...new Set(each.lots)].sort((a, b) => a - b).join(),
  );
  return [
    ...(one.tiers.length ? [{ lots: all, by: one.tiersBy, tiers: tiersOf(one) }] : []),
    ...[...sets.values()].map((discounts) => ({
      lots: new Set(discounts[0]!.lots),
      by: "value" as const,
      tiers: ascending(discounts),
    })),
  ];
};
export const hasLotDiscounts = (vendor: AwardVendor): boolean =>
  (vendor.lotDiscounts?.length ?? 0) > 0;

/** Things by a key, in the order of their first. */
export const grouped = <T, K>(
  things: Iterable<T>,
  key: (thing: T) => K,
): ReadonlyMap<K, readonly T[]> => {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group) group.push(thing);
    else groups.set(key(thing), [thing]);
  }
  return groups;
};

/** Half-up division of non-negative integers. */
const divide = (value: number, by: number): number => Math.floor((2 * value + by) / (2 * by));

/**
 * What a vendor gets in an award. `listCents` before, `paidCents` after the discounts; `bps`: the
 * discount on everything; `judgedCents` = paid plus preference plus the cost of changing.
 */
export type VendorShare = {
  vendor: number;
  lots: number;
  listCents: number;
  bps: number;
  paidCents: number;
  preferenceCents: number;
  switchingCents: number;
  judgedCents: number;
};
export type PricedPart = Part & { listCents: number; paidCents: number };

const listHundredths = (c: AwardCase, part: Part): number =>
  c.prices[part.lot]![part.vendor]! * part.percent;

/** The discount that a vendor has reached with these parts. */
export const reachedTier = (c: AwardCase, vendor: number, parts: Award): Tier => {
  const one = c.vendors[vendor]!;
  const value = parts.reduce((sum, part) => sum + listHundredths(c, part), 0);
  return tiersOf(one).findLast((tier) =>
    one.tiersBy === "lots" ? parts.length >= tier.from : value >= tier.from * 100,
  )!;
};

/**
 * The discount in hundredths of a percent that a vendor with these parts gives on a lot: the
 * highest of those that are reached and cover it.
 */
export const rateOf = (c: AwardCase, vendor: number, parts: Award, lot: number): number => {
  const whole = reachedTier(c, vendor, parts).bps;
  const some = c.vendors[vendor]!.lotDiscounts;
  if (!some) return whole;
  return some.reduce((most, { lots, from, bps }) => {
    if (bps <= most || !lots.includes(lot)) return most;
    return parts.reduce(
      (sum, part) => sum + (lots.includes(part.lot) ? listHundredths(c, part) : 0),
      0,
    ) >=
      from * 100
      ? bps
      : most;
  }, whole);
};

/** The tier of a group that these parts reach, as its place among the group's tiers. */
export const reachedOf = (c: AwardCase, group: DiscountGroup, parts: Award): number => {
  const inside = parts.filter((part) => group.lots.has(part.lot));
  const value = inside.reduce((sum, part) => sum + listHundredths(c, part), 0);
  return group.tiers.findLastIndex((tier) =>
    group.by === "lots" ? inside.length >= tier.from : value >= tier.from * 100,
  );
};

/**
 * A vendor's parts with their prices: list and paid are rounded half up to the cent, part by part.
 */
export const pricedParts = (c: AwardCase, vendor: number, parts: Award): readonly PricedPart[] => {
  const whole = hasLotDiscounts(c.vendors[vendor]!) ? null : reachedTier(c, vendor, parts).bps;
  return parts.map((part) => {
    const listCents = divide(listHundredths(c, part), 100);
    const bps = whole ?? rateOf(c, vendor, parts, part.lot);
    return { ...part, listCents, paidCents: divide(listCents * (10_000 - bps), 10_000) };
  });
};

/** What one vendor gets; `parts` are its own. */
export const shareOf = (c: AwardCase, vendor: number, parts: Award): VendorShare => {
  const priced = pricedParts(c, vendor, parts);
  const paidCents = priced.reduce((sum, part) => sum + part.paidCents, 0);
  const preferenceCents = c.vendors[vendor]!.preferred
    ? 0
    : divide(paidCents * c.preferenceBps, 10_000);
  const switchingCents = parts.reduce(
    (sum, { lot }) =>
      sum +
      (c.lots[lot]!.incumbent === null || c.lots[lot]!.incumbent === vendor
        ? 0
        : c.lots[lot]!.switchingCents),
    0,
  );
  return {
    vendor,
    lots: parts.length,
    listCents: priced.reduce((sum, part) => sum + part.listCents, 0),
    bps: reachedTier(c, vendor, parts).bps,
    paidCents,
    preferenceCents,
    switchingCents,
    judgedCents: paidCents + preferenceCents + switchingCents,
  };
};

const byVendor = (award: Award): ReadonlyMap<number, Award> =>
  grouped(award, (part) => part.vendor);

/** What each vendor of an award gets, in the vendors' order. */
const sharesOf = (c: AwardCase, award: Award): readonly VendorShare[] =>
  [...byVendor(award)]
    .sort(([a], [b]) => a - b)
    .map(([vendor, parts]) => shareOf(c, vendor, parts));

export type Totals = {
  listCents: number;
  paidCents: number;
  preferenceCents: number;
  switchingCents: number;
  judgedCents: number;
  countsCents: number;
  vendors: number;
};

/** The sums of an award; offers are compared by `judgedCents`, the agency pays `paidCents`. */
export const totalsOf = (c: AwardCase, award: Award): Totals =>
  sharesOf(c, award).reduce<Totals>(
    (sum, share) => ({
      listCents: sum.listCents + share.listCents,
      paidCents: sum.paidCents + share.paidCents,
      preferenceCents: sum.preferenceCents + share.preferenceCents,
      switchingCents: sum.switchingCents + share.switchingCents,
      judgedCents: sum.judgedCents + share.judgedCents,
      countsCents: sum.countsCents + (c.vendors[share.vendor]!.counts ? share.paidCents : 0),
      vendors: sum.vendors + 1,
    }),
    {
      listCents: 0,
      paidCents: 0,
      preferenceCents: 0,
      switchingCents: 0,
      judgedCents: 0,
      countsCents: 0,
      vendors: 0,
    },
  );

const lotWhole = (c: AwardCase, lot: number, parts: Award): boolean =>
  parts.reduce((sum, part) => sum + part.percent, 0) === 100 &&
  new Set(parts.map((part) => part.vendor)).size === parts.length &&
  parts.every(
    (part) =>
      part.percent >= (parts.length > 1 ? c.minSharePercent : 100) &&
      part.percent % c.stepPercent === 0 &&
      c.prices[lot]![part.vendor] !== null,
  );

/** Whether every lot is given away whole, in allowed steps, to vendors who bid for it. */
export const isComplete = (c: AwardCase, award: Award): boolean => {
  const lots = grouped(award, (part) => part.lot);
  return (
    lots.size === c.lots.length && c.lots.every((_, lot) => lotWhole(c, lot, lots.get(lot) ?? []))
  );
};

/** The rules that an award breaks, decided in integers; none = it is allowed. */
export const brokenRules = (c: AwardCase, award: Award): readonly Rule[] => {
  const vendors = byVendor(award);
  const totals = totalsOf(c, award);
  const lots = grouped(award, (part) => part.lot);
  const broken: Readonly<Partial<Record<Rule, boolean>>> = {
    capacity: [...vendors].some(
      ([v, parts]) =>
        parts.reduce((sum, part) => sum + listHundredths(c, part), 0) >
        (c.vendors[v]!.capacityCents ?? Infinity) * 100,
    ),
    maxLots: [...vendors].some(([v, parts]) => parts.length > (c.vendors[v]!.maxLots ?? Infinity)),
    minVendors: vendors.size < (c.minVendors ?? 0),
    maxVendors: vendors.size > (c.maxVendors ?? Infinity),
    goal: 10_000 * totals.countsCents < (c.goalBps ?? 0) * totals.paidCents,
    lotVendors: [...lots].some(([lot, parts]) => parts.length > c.lots[lot]!.maxVendors),
  };
  return ruleNames.filter((rule) => broken[rule]);
};

/** Whether a case has the rule at all. */
export const hasRule = (c: AwardCase, rule: Rule): boolean =>
  ({
    capacity: () => c.vendors.some((vendor) => vendor.capacityCents !== null),
    maxLots: () => c.vendors.some((vendor) => vendor.maxLots !== null),
    minVendors: () => (c.minVendors ?? 1) > 1,
    maxVendors: () => c.maxVendors !== null && c.maxVendors < c.vendors.length,
    goal: () => (c.goalBps ?? 0) > 0,
    preference: () => c.preferenceBps > 0 && c.vendors.some((vendor) => vendor.preferred),
    // Points are given by the published criteria: what a change of vendor costs is none of them.
    switching: () =>
      c.points === undefined &&
      c.lots.some((lot) => lot.incumbent !== null && lot.switchingCents > 0),
    lotVendors: () => false,
  })[rule]();

/** The same case without one of its rules. */
export const without = (c: AwardCase, rule: Rule): AwardCase => {
  if (rule === "capacity")
    return { ...c, vendors: c.vendors.map((vendor) => ({ ...vendor, capacityCents: null })) };
  if (rule === "maxLots")
    return { ...c, vendors: c.vendors.map((vendor) => ({ ...vendor, maxLots: null })) };
  if (rule === "switching")
    return { ...c, lots: c.lots.map((lot) => ({ ...lot, switchingCents: 0 })) };
  if (rule === "preference") return { ...c, preferenceBps: 0 };
  if (rule === "goal") return { ...c, goalBps: null };
  return rule === "lotVendors" ? c : { ...c, [rule]: null };
};
