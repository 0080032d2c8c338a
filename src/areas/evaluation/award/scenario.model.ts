import { lineTotalCents } from "#kernel/money.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import { type BidLine, type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import {
  pricedParts,
  rateOf,
  type Award,
  type AwardCase,
  type AwardVendor,
  type LotDiscount,
  type Tier,
} from "./award.model.ts";

/** Rules that a person adds to a scenario; null = without it. Percents as decimal text. */
export type ScenarioRules = {
  minVendors: number | null;
  maxVendors: number | null;
  goalPercent: string | null;
  preferencePercent: string;
  capacity: boolean;
  maxVendorsPerLot: number;
  stepPercent: number;
  minSharePercent: number;
  /** Incumbent of a lot, and what each other vendor of it costs besides the price. */
  switching: readonly { lotId: string; vendorId: string; cents: number }[];
  /** Bids that may win; null = every bid that takes part. */
  onlyBidIds: readonly string[] | null;
};
export type AwardPart = {
  vendorId: string;
  bidId: string;
  vendorName: string;
  totalCents: number;
  lines: readonly {
    itemId: string;
    description: string;
    quantity: string;
    unit: string;
    unitPrice: string;
    amountCents: number;
  }[];
};
export type WindowRule = {
  ruleId: string | null;
  citation: string;
  days: number;
  count: "calendar" | "business";
  stay: boolean;
  text: string;
};
export type Debrief = {
  rank?: number | null;
  total?: string;
  own?: readonly { name: string; points: string }[];
  winners?: readonly { name: string; totalCents: number }[];
  bids?: number;
};

export type CaseLot = { id: string; title: string; itemIds: readonly string[] };
export type CaseItem = {
  id: string;
  description: string;
  quantity: string;
  unit: string;
  lotId?: string | null;
};
/** A bid with the prices that count: its own, or those of its final offer. */
export type CaseBid = { bid: OpenedBid; preferred: boolean; counts: boolean };
/**
 * What the program leaves out of a bid, in words: nobody is to wonder why a discount does not show.
 */
export type CaseNote = { vendorName: string; text: string };

/** A percentage with at most four decimals, as ten-thousandths of a percent. */
const exactPercent = (text: string): bigint => quantity(text);

/** A unit price after so many percent off, rounded half up to four decimals. */
const lessPercent = (price: string, percent: string | null): string => {
  if (percent === null) return price;
  const rest = 1_000_000n - exactPercent(percent);
  return quantityText((2n * quantity(price) * rest + 1_000_000n) / 2_000_000n);
};

/** The line of each item that is judged; alternates are not. */
export const linesByItem = (bid: OpenedBid): ReadonlyMap<string, BidLine> =>
  new Map(
    bid.price?.lines.flatMap((line) =>
      line.alternate === "" ? [[line.itemId, line] as const] : [],
    ),
  );

/**
 * What a bid asks for some items, in cents: each line rounded half up; null when an item has no
 * price.
 */
export const bidCents = (bid: OpenedBid, items: readonly CaseItem[]): number | null => {
  const lines = linesByItem(bid);
  return items.reduce<number | null>((sum, item) => {
    const line = lines.get(item.id);
    return sum === null || !line || line.noBid || line.unitPrice === null
      ? null
      : sum + lineTotalCents(item.quantity, line.unitPrice);
  }, 0);
};

/**
 * A bid with the unit prices of its final offer in the place of its own; what the offer does not
 * name, discounts and limits stay the bid's.
 */
export const withFinalOffer = (
  bid: OpenedBid,
  offer: { lines: readonly { itemId: string; unitPrice: string }[] } | null,
): OpenedBid => {
  if (offer === null || bid.price === null) return bid;
  const own = linesByItem(bid);
  const named = new Map(offer.lines.map((line) => [line.itemId, line.unitPrice]));
  const changed = [...named].map(([itemId, unitPrice]): BidLine => ({
    quantity: null,
    leadDays: null,
    ...own.get(itemId),
    itemId,
    alternate: "",
    noBid: false,
    unitPrice,
  }));
  return {
    ...bid,
    price: {
      ...bid.price,
      lines: [
        ...bid.price.lines.filter((line) => line.alternate !== "" || !named.has(line.itemId)),
        ...changed,
      ],
    },
  };
};

/**
 * Which lots of the case a discount covers: itself where lots are awarded, the items of its lots
 * where items are; null where a lot of the case is covered in part.
 */
const coveredBy = (
  lotIds: readonly string[],
  lots: readonly CaseLot[],
  items: ReadonlyMap<string, CaseItem>,
): number[] | null => {
  const inside = lots.map((lot) =>
    lotIds.includes(lot.id)
      ? "all"
      : lot.itemIds.every((id) => lotIds.includes(items.get(id)!.lotId ?? ""))
        ? "all"
        : lot.itemIds.some((id) => lotIds.includes(items.get(id)!.lotId ?? ""))
          ? "part"
          : "none",
  );
  return inside.includes("part")
    ? null
    : inside.flatMap((covered, at) => (covered === "all" ? [at] : []));
};

type Discounts = { tiers: Tier[]; lotDiscounts: LotDiscount[] };
const discountsOf = (
  one: CaseBid,
  lots: readonly CaseLot[],
  items: ReadonlyMap<string, CaseItem>,
  notes: CaseNote[],
): Discounts =>
  (one.bid.price?.discounts ?? []).reduce<Discounts>(
    (found, discount) => {
      const from = discount.fromCents;
      const bps = Math.round(Number(discount.percent) * 100);
      const covered =
        discount.lotIds.length === 0
          ? lots.map((_, at) => at)
          : coveredBy(discount.lotIds, lots, items);
      if (covered === null)
        notes.push({
          vendorName: one.bid.vendorName,
          text: `Its discount of ${discount.percent} % covers a part of what is awarded as a whole and is not counted; compare it by hand.`,
        });
      else if (covered.length === lots.length) found.tiers.push({ from, bps });
      else if (covered.length > 0) found.lotDiscounts.push({ lots: covered, from, bps });
      return found;
    },
    { tiers: [], lotDiscounts: [] },
  );

const pricesOf = (
  one: CaseBid,
  lots: readonly CaseLot[],
  items: ReadonlyMap<string, CaseItem>,
  rules: ScenarioRules,
  notes: CaseNote[],
): (number | null)[] =>
  lots.map((lot) => {
    const cents = bidCents(
      one.bid,
      lot.itemIds.map((id) => items.get(id)!),
    );
    const most = one.bid.price?.capacities.find((capacity) => capacity.lotId === lot.id)?.mostCents;
    if (cents === null || !rules.capacity || most === undefined || cents <= most) return cents;
    notes.push({
      vendorName: one.bid.vendorName,
      text: `It cannot deliver all of ${lot.title}, so it takes no part in that lot.`,
    });
    return null;
  });

/** Points of a bid for a lot by the published criteria, in hundredths; null = not ranked for it. */
export type PointsOf = (lotId: string, bidId: string) => number | null;

/**
 * The case of a scenario from opened bids: lots in their order, bids in the order given. Only bids
 * with prices; `notes` say what is left out. `points`: where the published criteria give them.
 */
export const caseOf = (
  lots: readonly CaseLot[],
  items: readonly CaseItem[],
  bids: readonly CaseBid[],
  rules: ScenarioRules,
  points: PointsOf | null = null,
): { problem: AwardCase; notes: CaseNote[]; bidIds: string[] } => {
  const notes: CaseNote[] = [];
  const byId = new Map(items.map((item) => [item.id, item]));
  const inside = bids.filter(
    (one) =>
      one.bid.price !== null &&
      (rules.onlyBidIds === null || rules.onlyBidIds.includes(one.bid.bidId)),
  );
  const prices = inside.map((one) => pricesOf(one, lots, byId, rules, notes));
  const vendors = inside.map((one): AwardVendor => ({
    id: one.bid.vendorId,
    name: one.bid.vendorName,
    preferred: one.preferred,
    counts: one.counts,
    maxLots: null,
    tiersBy: "value",
    ...discountsOf(one, lots, byId, notes),
    capacityCents:
      (rules.capacity &&
        one.bid.price?.capacities.find((capacity) => capacity.lotId === null)?.mostCents) ||
      null,
  }));
  const switching = (lotId: string) => rules.switching.find((each) => each.lotId === lotId);
  return {
    notes,
    bidIds: inside.map((one) => one.bid.bidId),
    problem: {
      lots: lots.map((lot) => ({
        id: lot.id,
        name: lot.title,
        maxVendors: rules.maxVendorsPerLot,
        incumbent: incumbentOf(vendors, switching(lot.id)?.vendorId),
        switchingCents: switching(lot.id)?.cents ?? 0,
      })),
      vendors,
      prices: lots.map((_, l) => prices.map((row) => row[l]!)),
      ...(points && {
        points: lots.map((lot, l) =>
          inside.map((one, v) =>
            prices[v]![l] === null ? null : (points(lot.id, one.bid.bidId) ?? 0),
          ),
        ),
      }),
      minVendors: rules.minVendors,
      maxVendors: rules.maxVendors,
      goalBps: rules.goalPercent === null ? null : Math.round(Number(rules.goalPercent) * 100),
      preferenceBps: Math.round(Number(rules.preferencePercent) * 100),
      stepPercent: rules.stepPercent,
      minSharePercent: rules.minSharePercent,
    },
  };
};

const incumbentOf = (
  vendors: readonly AwardVendor[],
  vendorId: string | undefined,
): number | null => {
  const at = vendors.findIndex((vendor) => vendor.id === vendorId);
  // An incumbent who did not bid: every vendor of the lot is a new one.
  return vendorId === undefined ? null : at < 0 ? -1 : at;
};

/**
 * The best that one vendor alone can do for everything, whatever the other rules say; null when
 * nobody bids for every lot.
 */
export const singleVendor = (c: AwardCase): Award | null => {
  const whole = c.vendors.flatMap((_, vendor) =>
    c.prices.every((row) => row[vendor] !== null)
      ? [c.lots.map((__, lot) => ({ lot, vendor, percent: 100 }))]
      : [],
  );
  const cost = (award: Award) =>
    pricedParts(c, award[0]!.vendor, award).reduce((sum, part) => sum + part.paidCents, 0) *
    (c.vendors[award[0]!.vendor]!.preferred ? 1 : 1 + c.preferenceBps / 10_000);
  return whole.sort((a, b) => cost(a) - cost(b))[0] ?? null;
};

/**
 * Each lot to the bidder whose judged list price is lowest, whatever the rules say; null when a lot
 * has no bid.
 */
export const lowestPerLot = (c: AwardCase): Award | null => {
  const judged = (lot: number, vendor: number) =>
    c.prices[lot]![vendor]! * (10_000 + (c.vendors[vendor]!.preferred ? 0 : c.preferenceBps));
  const parts = c.lots.flatMap((_, lot) => {
    const best = c.prices[lot]!.flatMap((price, vendor) => (price === null ? [] : [vendor])).sort(
      (a, b) => judged(lot, a) - judged(lot, b),
    )[0];
    return best === undefined ? [] : [{ lot, vendor: best, percent: 100 }];
  });
  return parts.length === c.lots.length ? parts : null;
};

/**
 * The quantities of one item for each part of a split, in ten-thousandths; the last part takes what
 * rounding leaves.
 */
const shareOut = (whole: string, percents: readonly number[]): string[] => {
  const all = quantity(whole);
  const shares = percents.slice(0, -1).map((percent) => (all * BigInt(percent)) / 100n);
  return [...shares, all - shares.reduce((sum, share) => sum + share, 0n)].map(quantityText);
};

/**
 * An award as lines to be ordered, by vendor: each item's quantity (a split by quantity), its unit
 * price after the discount reached, rounded half up to
 * four decimals, and its amount. The sum may differ by cents from the judged award, which is
 * rounded by lot.
 */
export const partsOf = (
  c: AwardCase,
  award: Award,
  lots: readonly CaseLot[],
  items: readonly CaseItem[],
  bids: readonly CaseBid[],
): AwardPart[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  const lines = new Map<number, AwardPart["lines"][number][]>();
  for (const [l, lot] of lots.entries()) {
    const parts = award.filter((part) => part.lot === l);
    for (const itemId of lot.itemIds) {
      const item = byId.get(itemId)!;
      const shares = shareOut(
        item.quantity,
        parts.map((part) => part.percent),
      );
      for (const [at, part] of parts.entries()) {
        const one = bids.find((each) => each.bid.vendorId === c.vendors[part.vendor]!.id)!;
        const bps = rateOf(
          c,
          part.vendor,
          award.filter((each) => each.vendor === part.vendor),
          part.lot,
        );
        const unitPrice = lessPercent(
          linesByItem(one.bid).get(itemId)!.unitPrice!,
          bps === 0 ? null : String(bps / 100),
        );
        lines.set(part.vendor, [
          ...(lines.get(part.vendor) ?? []),
          {
            itemId,
            description: item.description,
            quantity: shares[at]!,
            unit: item.unit,
            unitPrice,
            amountCents: lineTotalCents(shares[at]!, unitPrice),
          },
        ]);
      }
    }
  }
  return [...lines].map(([vendor, own]) => {
    const one = bids.find((each) => each.bid.vendorId === c.vendors[vendor]!.id)!;
    return {
      vendorId: one.bid.vendorId,
      bidId: one.bid.bidId,
      vendorName: one.bid.vendorName,
      totalCents: own.reduce((sum, line) => sum + line.amountCents, 0),
      lines: own,
    };
  });
};
