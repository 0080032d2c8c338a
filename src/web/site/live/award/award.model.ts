import { terms, type Solve, type Solved } from "../solve.model.ts";

/**
 * A discount on everything that a vendor wins, from a list value on. Whole dollars, whole percent.
 */
export type Tier = { from: number; percent: number };
/** `capacity` is the list value in dollars that the vendor can take on; null = any. */
export type Vendor = {
  name: string;
  local: boolean;
  capacity: number | null;
  tiers: readonly Tier[];
};
/**
 * `prices[lot][vendor]` in whole dollars; null = no bid. `localShare` is the percent of the award's
 * cost that local vendors must get.
 */
export type AwardCase = {
  lots: readonly string[];
  vendors: readonly Vendor[];
  prices: readonly (readonly (number | null)[])[];
  maxVendors: number | null;
  localShare: number | null;
};
/** The vendor of each lot. */
export type Assignment = readonly number[];
export type Rule = "capacity" | "maxVendors" | "localShare";
const rules: readonly Rule[] = ["capacity", "maxVendors", "localShare"];

/** The tiers that matter, from the first dollar on: ascending, each better than the one before. */
export const tiersOf = (vendor: Vendor): readonly Tier[] =>
  vendor.tiers
    .toSorted((a, b) => a.from - b.from || b.percent - a.percent)
    .reduce<Tier[]>(
      (kept, tier) => {
        if (tier.percent <= kept.at(-1)!.percent) return kept;
        return tier.from <= kept.at(-1)!.from ? [...kept.slice(0, -1), tier] : [...kept, tier];
      },
      [{ from: 0, percent: 0 }],
    );

export type VendorShare = {
  vendor: number;
  lots: number;
  listDollars: number;
  percent: number;
  costCents: number;
};

/**
 * What each vendor of an award gets, in the vendors' order; costs are integer cents and exact.
 * Vendors without a lot are left out.
 */
export const sharesOf = (c: AwardCase, award: Assignment): readonly VendorShare[] =>
  c.vendors.flatMap((each, vendor) => {
    const won = award.flatMap((winner, lot) =>
      winner === vendor ? [c.prices[lot]![vendor]!] : [],
    );
    if (won.length === 0) return [];
    const listDollars = won.reduce((sum, price) => sum + price, 0);
    const { percent } = tiersOf(each).findLast((tier) => tier.from <= listDollars)!;
    return [
      { vendor, lots: won.length, listDollars, percent, costCents: listDollars * (100 - percent) },
    ];
  });

/** Cost of an award in integer cents. */
export const costOf = (c: AwardCase, award: Assignment): number =>
  sharesOf(c, award).reduce((sum, share) => sum + share.costCents, 0);

/** The rules that an award breaks; none = it is allowed. Decided in integers. */
export const brokenRules = (c: AwardCase, award: Assignment): readonly Rule[] => {
  const shares = sharesOf(c, award);
  const local = shares.reduce(
    (sum, share) => sum + (c.vendors[share.vendor]!.local ? share.costCents : 0),
    0,
  );
  return rules.filter((rule) => {
    if (rule === "capacity")
      return shares.some(
        (share) =>
          share.listDollars > (c.vendors[share.vendor]!.capacity ?? Number.POSITIVE_INFINITY),
      );
    if (rule === "maxVendors") return shares.length > (c.maxVendors ?? Number.POSITIVE_INFINITY);
    return 100 * local < (c.localShare ?? 0) * costOf(c, award);
  });
};

/** The same case without one of its rules. */
export const without = (c: AwardCase, rule: Rule): AwardCase =>
  rule === "capacity"
    ? { ...c, vendors: c.vendors.map((vendor) => ({ ...vendor, capacity: null })) }
    : { ...c, [rule]: null };

/** Whether a case has the rule at all. */
const hasRule = (c: AwardCase, rule: Rule): boolean =>
  rule === "capacity"
    ? c.vendors.some((vendor) => vendor.capacity !== null)
    : c[rule] !== null && (rule !== "localShare" || c.localShare! > 0);

type Column = {
  name: string;
  tierName: string;
  lot: number;
  vendor: number;
  tier: number;
  price: number;
  net: number;
};

const columnsOf = (c: AwardCase): readonly Column[] =>
  c.prices.flatMap((row, lot) =>
    row.flatMap((price, vendor) =>
      price === null
        ? []
        : tiersOf(c.vendors[vendor]!).map(({ percent }, tier) => ({
            name: `z${lot}_${vendor}_${tier}`,
            tierName: `y${vendor}_${tier}`,
            lot,
            vendor,
            tier,
            price,
            net: (price * (100 - percent)) / 100,
          })),
    ),
  );

/**
 * Every lot goes to one vendor at one tier, and only to a vendor that is in the award at that tier.
 */
const choiceRows = (c: AwardCase, columns: readonly Column[]): string[] => [
  ...c.lots.map(
    (_, lot) =>
      `lot${lot}: ${terms(columns.filter((z) => z.lot === lot).map((z) => [1, z.name]))} = 1`,
  ),
  ...columns.map((z) => `in_${z.name}: ${z.name} - ${z.tierName} <= 0`),
];

/**
 * At tier t a vendor's list value lies from the tier's threshold to a dollar below the next, so
 * that nobody is paid at a worse tier than reached.
 */
const tierRows = (c: AwardCase, columns: readonly Column[]): string[] =>
  c.vendors.flatMap((each, vendor) => {
    const tiers = tiersOf(each);
    const room = each.capacity ?? c.prices.reduce((sum, row) => sum + (row[vendor] ?? 0), 0);
    return [
      `one${vendor}: ${terms(tiers.map((_, tier) => [1, `y${vendor}_${tier}`]))} <= 1`,
      ...tiers.flatMap((tier, t) => {
        const spend = columns
          .filter((z) => z.vendor === vendor && z.tier === t)
          .map((z) => [z.price, z.name] as const);
        const upTo = Math.min(room, (tiers[t + 1]?.from ?? Number.POSITIVE_INFINITY) - 1);
        const y = `y${vendor}_${t}`;
        return spend.length === 0
          ? []
          : [
              `from${vendor}_${t}: ${terms([...spend, [-tier.from, y]])} >= 0`,
              `to${vendor}_${t}: ${terms([...spend, [-upTo, y]])} <= 0`,
            ];
      }),
    ];
  });

/**
 * The award as a mixed-integer program in LP format. Objective in dollars. Every lot must have a
 * bid.
 */
const awardModel = (c: AwardCase): string => {
  const columns = columnsOf(c);
  const tierNames = c.vendors.flatMap((vendor, v) =>
    tiersOf(vendor).map((_, tier) => `y${v}_${tier}`),
  );
  return [
    "Minimize",
    `cost: ${terms(columns.map((z) => [z.net, z.name]))}`,
    "Subject To",
    ...choiceRows(c, columns),
    ...tierRows(c, columns),
    ...(c.maxVendors === null
      ? []
      : [`most: ${terms(tierNames.map((y) => [1, y]))} <= ${c.maxVendors}`]),
    ...(hasRule(c, "localShare")
      ? [
          `local: ${terms(columns.map((z) => [z.net * ((c.vendors[z.vendor]!.local ? 100 : 0) - c.localShare!), z.name]))} >= 0`,
        ]
      : []),
    "Binary",
    ...columns.map((z) => z.name),
    ...tierNames,
    "End",
  ].join("\n");
};

/**
 * Cheapest list price of each lot; of equal prices the first vendor. The rules are not looked at.
 */
export const lotByLot = (c: AwardCase): Assignment =>
  c.prices.map((row) =>
    row.reduce<number>(
      (best, price, vendor) => (price !== null && (best < 0 || price < row[best]!) ? vendor : best),
      -1,
    ),
  );

/**
 * Lot by lot, largest first, the cheapest bidder whom capacity and the number of vendors still
 * allow; null when that ends in a lot without one, or short of the local share.
 */
export const lotByLotWithinRules = (c: AwardCase): Assignment | null => {
  const award: number[] = c.lots.map(() => -1);
  const taken = c.vendors.map(() => 0);
  const least = (lot: number) => Math.min(...c.prices[lot]!.filter((price) => price !== null));
  for (const lot of [...c.lots.keys()].sort((a, b) => least(b) - least(a))) {
    const used = taken.filter((sum) => sum > 0).length;
    const bids = c.prices[lot]!.flatMap((price, vendor) =>
      price !== null &&
      taken[vendor]! + price <= (c.vendors[vendor]!.capacity ?? Number.POSITIVE_INFINITY) &&
      (taken[vendor]! > 0 || used < (c.maxVendors ?? Number.POSITIVE_INFINITY))
        ? [{ price, vendor }]
        : [],
    );
    const best = bids.sort((a, b) => a.price - b.price)[0];
    if (!best) return null;
    award[lot] = best.vendor;
    taken[best.vendor]! += best.price;
  }
  return brokenRules(c, award).length === 0 ? award : null;
};

/** `boundCents`: no allowed award costs less; whole cents, since every award costs whole cents. */
export type AwardAnswer = {
  status: Solved["status"];
  award: Assignment | null;
  costCents: number | null;
  boundCents: number | null;
  nodes: number;
  seconds: number;
};

const readAnswer = (c: AwardCase, solved: Solved): AwardAnswer => {
  const chosen = new Map(
    Object.keys(solved.values).flatMap((name) => {
      const [, lot, vendor] = /^z(\d+)_(\d+)_/.exec(name) ?? [];
      return lot !== undefined && solved.values[name]! > 0.5
        ? [[Number(lot), Number(vendor)] as const]
        : [];
    }),
  );
  const award = chosen.size === c.lots.length ? c.lots.map((_, lot) => chosen.get(lot)!) : null;
  const costCents = award && costOf(c, award);
  const raised = solved.bound === null ? null : Math.ceil(solved.bound * 100 - 1e-3);
  return {
    status: solved.status,
    award,
    costCents,
    boundCents: raised === null || costCents === null ? null : Math.min(raised, costCents),
    nodes: solved.nodes,
    seconds: solved.seconds,
  };
};

/** The least expensive award that keeps the rules, with its proof. */
export const solveAward = async (
  c: AwardCase,
  solve: Solve,
  onStanding?: Parameters<Solve>[1],
): Promise<AwardAnswer> => readAnswer(c, await solve(awardModel(c), onStanding));

/** What a rule costs: the optimum without it; null when there is no award without it either. */
export type RulePrice = { rule: Rule; costCents: number | null };

/** The optimum without each rule that the case has, one after the other. */
export const priceRules = async (c: AwardCase, solve: Solve): Promise<readonly RulePrice[]> => {
  const found: RulePrice[] = [];
  for (const rule of rules.filter((each) => hasRule(c, each)))
    found.push({ rule, costCents: (await solveAward(without(c, rule), solve)).costCents });
  return found;
};
