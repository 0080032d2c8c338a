import { hash } from "node:crypto";
import type { Drawable } from "./random.ts";

/** What no monetary unit can fall on: how many such items there are, and their cents. */
type Apart = { count: number; cents: number };
type Drawn<I> = {
  item: I;
  /** Of at least the interval: examined without chance. */ certain: boolean;
};

export type UnitSample<I> = {
  /** Cents from one selected unit to the next. */
  interval: number;
  /** The first selected unit among the items below the interval, from 1. */
  start: number;
  /** Cents of all items above zero. */
  positive: number;
  drawn: Drawn<I>[];
  credits: Apart;
  zeros: Apart;
};

// A whole number from 1 to `most` that the seed decides.
const unitOf = (seed: string, most: number): number =>
  Number(BigInt(`0x${hash("sha256", `${seed} start`, "hex")}`) % BigInt(most)) + 1;

const sumOf = (items: readonly Drawable[]): number =>
  items.reduce((sum, { cents }) => sum + cents, 0);

/**
 * A monetary-unit sample: each cent of the items above zero has the same chance. The interval is their
 * sum divided by `size`; an item of at least the interval is certain, the others are selected where a
 * unit falls on them, from a start that the seed decides and an interval on. Items are taken in the
 * order in which they stand. Credits and zeros have no unit: they are set apart, and said.
 */
export const drawUnits = <I extends Drawable>(
  items: readonly I[],
  seed: string,
  size: number,
): UnitSample<I> => {
  const positives = items.filter(({ cents }) => cents > 0);
  const positive = sumOf(positives);
  const credits = items.filter(({ cents }) => cents < 0);
  const zeros = items.length - positives.length - credits.length;
  const apart = {
    credits: { count: credits.length, cents: sumOf(credits) },
    zeros: { count: zeros, cents: 0 },
  };
  const interval = Math.max(1, Math.floor(positive / Math.max(1, size)));
  const start = unitOf(seed, interval);
  const drawn: Drawn<I>[] = [];
  let passed = 0;
  let next = start;
  for (const item of positives) {
    if (item.cents >= interval) {
      drawn.push({ item, certain: true });
      continue;
    }
    passed += item.cents;
    if (passed < next) continue;
    drawn.push({ item, certain: false });
    next += interval;
  }
  return { interval, start, positive, drawn, ...apart };
};
