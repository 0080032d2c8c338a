import type { MapPoint } from "./map.types.ts";

/** The symbols of kinds, in their order; each has a colour of its own beside it. */
const symbols = ["circle", "square", "triangle", "diamond", "cross", "ring"] as const;
export type KindLook = { kind: string; n: number; symbol: (typeof symbols)[number] };

/** What each kind of point looks like, in the order in which they come. */
export const looksOf = (kinds: readonly string[]): ReadonlyMap<string, KindLook> =>
  new Map(
    [...new Set(kinds)].map((kind, n) => [
      kind,
      { kind, n: n % symbols.length, symbol: symbols[n % symbols.length]! },
    ]),
  );
export const kindOf = (point: MapPoint): string => point.about;

/** The outline of a symbol around a point, as the path of an SVG. */
export const symbolPath = (symbol: KindLook["symbol"], x: number, y: number, r: number): string => {
  const at = (dx: number, dy: number) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  switch (symbol) {
    case "square":
      return `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}Z`;
    case "triangle":
      return `M${at(0, -1.1)}L${at(1.1, 0.9)}L${at(-1.1, 0.9)}Z`;
    case "diamond":
      return `M${at(0, -1.25)}L${at(1.25, 0)}L${at(0, 1.25)}L${at(-1.25, 0)}Z`;
    case "cross":
      return `M${at(-0.4, -1.1)}L${at(0.4, -1.1)}L${at(0.4, -0.4)}L${at(1.1, -0.4)}L${at(1.1, 0.4)}L${at(0.4, 0.4)}L${at(0.4, 1.1)}L${at(-0.4, 1.1)}L${at(-0.4, 0.4)}L${at(-1.1, 0.4)}L${at(-1.1, -0.4)}L${at(-0.4, -0.4)}Z`;
    case "ring":
    case "circle":
      return `M${at(-1, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
};
