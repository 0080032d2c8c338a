import { hash } from "node:crypto";

/** What may be drawn; its cents tell the population apart from another one. */
export type Drawable = { id: string; cents: number };

const digest = (text: string): string => hash("sha256", text, "hex");

/** The population in one line an item, as it is digested and kept. */
export const populationDigest = (items: readonly Drawable[]): string =>
  digest(
    [...items]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, cents }) => `${id} ${cents}\n`)
      .join(""),
  );

/**
 * A random sample that anybody can draw again: items in the order of SHA-256(seed, id), the first
 * `size` of them. Each item has the same chance, and nobody who does not know the seed can tell.
 */
export const drawSample = <C extends { id: string }>(
  items: readonly C[],
  seed: string,
  size: number,
): C[] =>
  items
    .map((item) => ({ item, key: digest(`${seed} ${item.id}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, size)
    .map(({ item }) => item);
