import type { AwardCase } from "#areas/evaluation/award/award.model.ts";

/** Pseudo-random numbers from a fixed start (mulberry32). */
const dice = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/**
 * The same award where every third vendor also has two discounts on four of its lots each: 4 to 10
 * %, from half of what it asks for them.
 */
export const withLotDiscounts = (c: AwardCase, seed: number): AwardCase => {
  const r = dice(seed + 1000);
  const four = () => [0, 1, 2, 3].map(() => Math.floor(r() * c.lots.length));
  const discount = (vendor: number) => {
    const lots = [...new Set(four())];
    return {
      lots,
      from: Math.round(lots.reduce((sum, lot) => sum + (c.prices[lot]![vendor] ?? 0), 0) / 2),
      bps: 100 * (4 + Math.floor(r() * 7)),
    };
  };
  return {
    ...c,
    vendors: c.vendors.map((one, v) =>
      v % 3 === 0 ? { ...one, lotDiscounts: [discount(v), discount(v)] } : one,
    ),
  };
};

/**
 * A drawn award: lots of 20,000 to 240,000 dollars, bids by 70 % of the vendors for each lot within
 * ±20 % of it, two discount tiers and a capacity for every
 * vendor, up to two vendors for a lot in steps of 10 % (at least 20 %), a quarter as many vendors
 * as lots at most (4 to 12), at least 30 % to local
 * vendors, 5 % local preference. The same seed gives the same case.
 */
export const drawnCase = (vendors: number, lots: number, seed: number): AwardCase => {
  const r = dice(seed);
  const base = Array.from({ length: lots }, () => Math.round(20_000 * Math.exp(r() * 2.5)));
  const total = base.reduce((sum, value) => sum + value, 0);
  const drawn = Array.from({ length: vendors }, (_, v) => {
    const local = r() < 0.35;
    const level = 0.9 + 0.25 * r();
    return {
      level,
      vendor: {
        id: `${v}`,
        name: `Vendor ${v + 1}`,
        preferred: local,
        counts: local,
        capacityCents: Math.round(total * (0.12 + 0.3 * r())) * 100,
        maxLots: null,
        tiersBy: "value" as const,
        tiers: [
          {
            from: Math.round(total * (0.04 + 0.06 * r())) * 100,
            bps: 100 * (2 + Math.floor(r() * 3)),
          },
          {
            from: Math.round(total * (0.12 + 0.08 * r())) * 100,
            bps: 100 * (5 + Math.floor(r() * 4)),
          },
        ],
      },
    };
  });
  const prices = base.map((value) => {
    const row = drawn.map(({ level }) =>
      r() < 0.7 ? Math.round(value * level * (0.92 + 0.16 * r())) * 100 : null,
    );
    return row.filter((price) => price !== null).length < 2
      ? row.map((price, v) => (v < 2 ? Math.round(value * (1 + v / 50)) * 100 : price))
      : row;
  });
  return {
    lots: base.map((_, l) => ({
      id: `${l}`,
      name: `Lot ${l + 1}`,
      maxVendors: 2,
      incumbent: null,
      switchingCents: 0,
    })),
    vendors: drawn.map(({ vendor }) => vendor),
    prices,
    minVendors: null,
    maxVendors: Math.max(4, Math.min(12, Math.round(lots / 4))),
    goalBps: 3000,
    preferenceBps: 500,
    stepPercent: 10,
    minSharePercent: 20,
  };
};
