import { createHash } from "node:crypto";

/** A cost that may be drawn; its cents tell the population apart from another one. */
export type Drawable = { id: string; cents: number };

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The population in one line a cost, as it is digested and kept. */
export const populationDigest = (costs: readonly Drawable[]): string =>
  digest(
    [...costs]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((c) => `${c.id} ${c.cents}\n`)
      .join(""),
  );

/**
 * A random sample that anybody can draw again: costs in the order of SHA-256(seed, id), the first
 * `size` of them. Each cost has the same chance, and nobody who does not know the seed can tell.
 */
export const drawSample = <C extends Drawable>(
  costs: readonly C[],
  seed: string,
  size: number,
): C[] =>
  costs
    .map((cost) => ({ cost, key: digest(`${seed} ${cost.id}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, size)
    .map(({ cost }) => cost);
