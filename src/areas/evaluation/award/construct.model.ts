import {
  brokenRules,
  grouped,
  isComplete,
  shareOf,
  totalsOf,
  type Award,
  type AwardCase,
  type Part,
  type VendorShare,
} from "./award.model.ts";

/** An award in the making: what each lot and each vendor has, with the sums that moves change. */
class Standing {
  readonly c: AwardCase;
  readonly lots: Part[][];
  private readonly vendors = new Map<number, Part[]>();
  private readonly shares = new Map<number, VendorShare>();
  judged = 0;
  private paid = 0;
  private counts = 0;
  constructor(c: AwardCase) {
    this.c = c;
    this.lots = c.lots.map(() => []);
  }
  parts(): Award {
    return this.lots.flat();
  }
  used(): number {
    return this.vendors.size;
  }
  has(vendor: number): boolean {
    return this.vendors.has(vendor);
  }
  ofVendor(vendor: number): readonly Part[] {
    return this.vendors.get(vendor) ?? [];
  }

  private after(changes: readonly { lot: number; parts: readonly Part[] }[]): Map<number, Part[]> {
    const touched = new Map<number, Part[]>();
    const lots = new Set(changes.map(({ lot }) => lot));
    for (const { lot, parts } of changes)
      for (const { vendor } of [...this.lots[lot]!, ...parts])
        if (!touched.has(vendor))
          touched.set(
            vendor,
            this.ofVendor(vendor).filter((part) => !lots.has(part.lot)),
          );
    for (const { parts } of changes) for (const part of parts) touched.get(part.vendor)!.push(part);
    return touched;
  }

  private fits(vendor: number, parts: readonly Part[]): boolean {
    const one = this.c.vendors[vendor]!;
    if (parts.length > (one.maxLots ?? Infinity)) return false;
    return (
      one.capacityCents === null ||
      parts.reduce((sum, part) => sum + this.c.prices[part.lot]![vendor]! * part.percent, 0) <=
        one.capacityCents * 100
    );
  }

  /**
   * The judged cost after some lots went to others, Infinity when a vendor cannot take it on or
   * there would be too many; `goal`: also when the goal is missed.
   */
  costAfter(changes: readonly { lot: number; parts: readonly Part[] }[], goal: boolean): number {
    let { judged, paid, counts } = this;
    let used = this.used();
    for (const [vendor, parts] of this.after(changes)) {
      if (parts.length > 0 && !this.fits(vendor, parts)) return Infinity;
      const before = this.shares.get(vendor);
      const share = parts.length > 0 ? shareOf(this.c, vendor, parts) : null;
      judged += (share?.judgedCents ?? 0) - (before?.judgedCents ?? 0);
      const change = (share?.paidCents ?? 0) - (before?.paidCents ?? 0);
      paid += change;
      if (this.c.vendors[vendor]!.counts) counts += change;
      used += (share ? 1 : 0) - (before ? 1 : 0);
    }
    if (used > (this.c.maxVendors ?? Infinity)) return Infinity;
    if (goal && (used < (this.c.minVendors ?? 0) || 10_000 * counts < (this.c.goalBps ?? 0) * paid))
      return Infinity;
    return judged;
  }

  apply(changes: readonly { lot: number; parts: readonly Part[] }[]): void {
    for (const [vendor, parts] of this.after(changes)) {
      const before = this.shares.get(vendor);
      const share = parts.length > 0 ? shareOf(this.c, vendor, parts) : null;
      this.judged += (share?.judgedCents ?? 0) - (before?.judgedCents ?? 0);
      const change = (share?.paidCents ?? 0) - (before?.paidCents ?? 0);
      this.paid += change;
      if (this.c.vendors[vendor]!.counts) this.counts += change;
      if (share) {
        this.vendors.set(vendor, parts);
        this.shares.set(vendor, share);
      } else {
        this.vendors.delete(vendor);
        this.shares.delete(vendor);
      }
    }
    for (const { lot, parts } of changes) this.lots[lot] = [...parts];
  }

  goalMissing(): number {
    return Math.max(0, (this.c.goalBps ?? 0) * this.paid - 10_000 * this.counts);
  }
}

const whole = (lot: number, vendor: number) => ({ lot, parts: [{ lot, vendor, percent: 100 }] });
const bidders = (c: AwardCase, lot: number): number[] =>
  c.prices[lot]!.flatMap((price, vendor) => (price === null ? [] : [vendor]));
const listJudged = (c: AwardCase, lot: number, vendor: number) =>
  c.prices[lot]![vendor]! * (c.vendors[vendor]!.preferred ? 1 : 1 + c.preferenceBps / 10_000);

const splitsOf = (c: AwardCase, lot: number, from: readonly number[]) =>
  c.lots[lot]!.maxVendors < 2
    ? []
    : from.flatMap((a) =>
        from.flatMap((b) => {
          if (a === b) return [];
          const shares = [];
          for (
            let percent = c.minSharePercent;
            percent <= 100 - c.minSharePercent;
            percent += c.stepPercent
          )
            shares.push({
              lot,
              parts: [
                { lot, vendor: a, percent },
                { lot, vendor: b, percent: 100 - percent },
              ],
            });
          return shares;
        }),
      );

/** Which bidder of a lot comes first: the one of the lowest rank. */
export type Rank = (lot: number, vendor: number) => number;

const place = (c: AwardCase, standing: Standing, lot: number, rank: Rank): boolean => {
  const cheapest = bidders(c, lot).sort((a, b) => rank(lot, a) - rank(lot, b));
  const winner = cheapest.find(
    (vendor) => standing.costAfter([whole(lot, vendor)], false) < Infinity,
  );
  const change =
    winner === undefined
      ? splitsOf(c, lot, cheapest.slice(0, 8)).find(
          (split) => standing.costAfter([split], false) < Infinity,
        )
      : whole(lot, winner);
  if (change) standing.apply([change]);
  return change !== undefined;
};

/**
 * Moves lots to vendors that count (or to vendors not in yet) where it costs least per dollar
 * gained, until the goals hold; false when no move helps.
 */
const mend = (c: AwardCase, standing: Standing): boolean => {
  for (let turn = 0; turn < 4 * c.lots.length; turn++) {
    const missing = standing.goalMissing();
    const few = standing.used() < (c.minVendors ?? 0);
    if (missing === 0 && !few) return true;
    let best: { change: ReturnType<typeof whole>; worth: number } | null = null;
    for (const lot of c.lots.keys())
      for (const vendor of bidders(c, lot)) {
        const held = standing.lots[lot]!;
        if (
          held.some((part) => part.vendor === vendor) ||
          (few
            ? standing.has(vendor) ||
              held.some((part) => standing.ofVendor(part.vendor).length === 1)
            : !c.vendors[vendor]!.counts || held.every((part) => c.vendors[part.vendor]!.counts))
        )
          continue;
        const cost = standing.costAfter([whole(lot, vendor)], false);
        const worth = (cost - standing.judged) / (few ? 1 : c.prices[lot]![vendor]!);
        if (cost < Infinity && (best === null || worth < best.worth))
          best = { change: whole(lot, vendor), worth };
      }
    if (!best) return false;
    standing.apply([best.change]);
  }
  return false;
};

const checked = (c: AwardCase, award: Award): Award | null =>
  isComplete(c, award) && brokenRules(c, award).length === 0 ? award : null;

const greedy = (c: AwardCase, rank: Rank): Standing | null => {
  const standing = new Standing(c);
  const least = (lot: number) => Math.min(...c.prices[lot]!.filter((price) => price !== null));
  for (const lot of [...c.lots.keys()].sort((a, b) => least(b) - least(a)))
    if (!place(c, standing, lot, rank)) return null;
  return mend(c, standing) ? standing : null;
};

/**
 * The way of a spreadsheet: largest lot first, each to the cheapest bidder whom the rules still
 * allow, then the cheapest changes until the goals hold; null when that ends nowhere.
 */
export const lotByLot = (
  c: AwardCase,
  rank: Rank = (lot, vendor) => listJudged(c, lot, vendor),
): Award | null => {
  const found = greedy(c, rank);
  return found && checked(c, found.parts());
};

const improvingMove = (c: AwardCase, standing: Standing): boolean => {
  let improved = false;
  const attempt = (changes: { lot: number; parts: Part[] }[]) => {
    if (standing.costAfter(changes, true) >= standing.judged) return false;
    standing.apply(changes);
    return (improved = true);
  };
  for (const lot of c.lots.keys())
    for (const vendor of bidders(c, lot))
      if (standing.lots[lot]!.length > 1 || standing.lots[lot]![0]!.vendor !== vendor)
        attempt([whole(lot, vendor)]);
  const inside = [...new Set(standing.parts().map((part) => part.vendor))];
  for (const from of inside)
    for (const to of c.vendors.keys()) {
      const lots = standing.ofVendor(from).map((part) => part.lot);
      if (from !== to && lots.length > 1 && lots.every((lot) => c.prices[lot]![to] !== null))
        attempt(lots.map((lot) => whole(lot, to)));
    }
  for (let a = 0; a < c.lots.length; a++)
    for (let b = a + 1; b < c.lots.length; b++) {
      const [one, two] = [standing.lots[a]!, standing.lots[b]!];
      if (
        one.length === 1 &&
        two.length === 1 &&
        one[0]!.vendor !== two[0]!.vendor &&
        c.prices[a]![two[0]!.vendor] !== null &&
        c.prices[b]![one[0]!.vendor] !== null
      )
        attempt([whole(a, two[0]!.vendor), whole(b, one[0]!.vendor)]);
    }
  for (const lot of c.lots.keys())
    for (const split of splitsOf(
      c,
      lot,
      inside.filter((vendor) => c.prices[lot]![vendor] !== null),
    ))
      attempt([split]);
  return improved;
};

/**
 * Pseudo-random numbers from a fixed start, so that the same case gives the same award
 * (mulberry32).
 */
const dice = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/**
 * Gives a few lots, or all lots of one vendor, to somebody else whom the rules allow, whatever it
 * costs.
 */
const kick = (c: AwardCase, standing: Standing, random: () => number): void => {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const inside = [...new Set(standing.parts().map((part) => part.vendor))];
  const out = pick(inside);
  const into = Math.floor(random() * c.vendors.length);
  const lots =
    random() < 0.5
      ? standing.ofVendor(out).map((part) => part.lot)
      : [0, 1, 2].map(() => Math.floor(random() * c.lots.length));
  for (const lot of new Set(lots)) {
    const vendor = c.prices[lot]![into] !== null && random() < 0.7 ? into : pick(bidders(c, lot));
    if (standing.costAfter([whole(lot, vendor)], true) < Infinity)
      standing.apply([whole(lot, vendor)]);
  }
};

/**
 * Awards near what the relaxation says, which may share lots among too many: only so many of its
 * vendors as the rules allow, drawn by what it gives them, and
 * lots to whom it gives most. `weights[vendor][lot]`: the relaxation's shares; `wide`: others are
 * drawn too, by what they can take on, for cases where the relaxation's
 * favourites cannot carry everything. Nothing when no draw ends in an allowed award.
 */
export function* nearby(
  c: AwardCase,
  weights: ReadonlyMap<number, ReadonlyMap<number, number>>,
  draws: number,
  wide = false,
): Generator<Award> {
  const random = dice(11);
  const total = new Map(
    [...weights].map(([vendor, lots]) => [
      vendor,
      [...lots].reduce((sum, [lot, share]) => sum + share * c.prices[lot]![vendor]!, 0),
    ]),
  );
  if (wide)
    for (const [vendor, one] of c.vendors.entries())
      total.set(
        vendor,
        (total.get(vendor) ?? 0) +
          0.3 *
            Math.min(
              one.capacityCents ?? Infinity,
              c.prices.reduce((sum, row) => sum + (row[vendor] ?? 0), 0),
            ),
      );
  for (let draw = 0; draw < draws; draw++) {
    const drawn = [...total]
      .map(([vendor, sum]) => [vendor, sum * (draw === 0 ? 1 : 0.3 + random())] as const)
      .sort((a, b) => b[1] - a[1])
      .slice(0, c.maxVendors ?? Infinity);
    const inside = new Set(drawn.map(([vendor]) => vendor));
    const masked = {
      ...c,
      prices: c.prices.map((row) =>
        row.map((price, vendor) => (inside.has(vendor) ? price : null)),
      ),
    };
    if (masked.prices.some((row) => row.every((price) => price === null))) continue;
    const award = lotByLot(
      masked,
      (lot, vendor) =>
        listJudged(c, lot, vendor) * (1 - 0.3 * (weights.get(vendor)?.get(lot) ?? 0)),
    );
    if (award) yield award;
  }
}

/**
 * The spreadsheet's award made better by moves of lots, swaps, splits and exchanges of vendors, and
 * again from places nearby, until `milliseconds` are over
 * or `rounds` rounds bring nothing; null when there is none to begin with.
 */
export const improved = (
  c: AwardCase,
  milliseconds: number,
  from: Award | null = lotByLot(c),
  rounds = 15,
): Award | null => {
  if (!from) return null;
  const standing = new Standing(c);
  const end = performance.now() + milliseconds;
  const random = dice(7);
  const set = (award: Award) =>
    standing.apply([...grouped(award, (part) => part.lot)].map(([lot, parts]) => ({ lot, parts })));
  const descend = () => {
    while (performance.now() < end && improvingMove(c, standing));
  };
  set(from);
  descend();
  let best = standing.parts();
  let cost = standing.judged;
  for (let idle = 0; idle < rounds && performance.now() < end; idle++) {
    kick(c, standing, random);
    descend();
    if (standing.judged < cost) [best, cost, idle] = [standing.parts(), standing.judged, -1];
    else set(best);
  }
  const found = checked(c, best);
  return found && totalsOf(c, found).judgedCents <= totalsOf(c, from).judgedCents ? found : from;
};
