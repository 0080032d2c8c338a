import { drawSample, type Drawable } from "./random.ts";

/** Items from `from` cents on, below the next stratum; `size` of them are drawn. */
export type Stratum = { from: number; size: number };

export type StratumDrawn<I> = {
  from: number;
  /** How many items lie in it, and their cents. */
  count: number;
  cents: number;
  drawn: I[];
};

/**
 * A random sample of each stratum by cents: what lies below the first stratum belongs to it. The seed
 * and the stratum decide, so that the draw can be done again.
 */
export const drawStrata = <I extends Drawable>(
  items: readonly I[],
  seed: string,
  strata: readonly Stratum[],
): StratumDrawn<I>[] => {
  const ordered = strata.toSorted((a, b) => a.from - b.from);
  return ordered.map(({ from, size }, at) => {
    const below = ordered[at + 1]?.from ?? Infinity;
    const own = items.filter(({ cents }) => (at === 0 || cents >= from) && cents < below);
    return {
      from,
      count: own.length,
      cents: own.reduce((sum, { cents }) => sum + cents, 0),
      drawn: drawSample(own, `${seed} ${at}`, size),
    };
  });
};
