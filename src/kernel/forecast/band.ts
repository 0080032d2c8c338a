import type { Trial } from "./roll.ts";

export const bandLevels = [80, 95] as const;
type BandLevel = (typeof bandLevels)[number];
/** How often what came lay inside bands as they would have been drawn then. */
export type Coverage = { inside: number; of: number };

/**
 * The half width of a conformal band: so that `level` per cent of further errors like the `n` seen lie
 * within, the ⌈(n + 1) · level⌉-th smallest of them (Vovk, Gammerman and Shafer 2005; Angelopoulos
 * and Bates 2023). Null where they are too few for the level: 4 for 80 per cent, 19 for 95.
 */
export const halfWidth = (errors: readonly number[], level: BandLevel): number | null => {
  const place = Math.ceil(((errors.length + 1) * level) / 100 - 1e-9);
  if (place > errors.length) return null;
  return errors.map(Math.abs).toSorted((a, b) => a - b)[place - 1]!;
};

const atStep = (trials: readonly Trial[], step: number): number[] =>
  trials.flatMap(({ off }) => (off[step - 1] === undefined ? [] : [off[step - 1]!]));

/** Half widths by step. A band never narrows with the distance; it ends where errors become too few. */
export const halfWidths = (
  trials: readonly Trial[],
  ahead: number,
  level: BandLevel,
): (number | null)[] => {
  let before: number | null = 0;
  return Array.from({ length: ahead }, (_, n) => {
    const own = halfWidth(atStep(trials, n + 1), level);
    before = own === null || before === null ? null : Math.max(before, own);
    return before;
  });
};

/**
 * How often bands held what came at one step: each is drawn from errors that had come to light when
 * its forecast was made, and from no later one.
 */
export const coverageAt = (
  trials: readonly Trial[],
  step: number,
  level: BandLevel,
): Coverage | null => {
  let inside = 0;
  let of = 0;
  for (const { known, off } of trials) {
    const came = off[step - 1];
    if (came === undefined) continue;
    const before = trials.filter((t) => t.known + step <= known);
    const width = halfWidth(atStep(before, step), level);
    if (width === null) continue;
    of += 1;
    if (Math.abs(came) <= width) inside += 1;
  }
  return of ? { inside, of } : null;
};
