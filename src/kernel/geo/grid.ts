import type { Bounds } from "./area.ts";
import type { Position } from "./fence.ts";

/** The side of a cell, in degrees: some 11 km from south to north. */
const cell = 0.1;
const columns = Math.round(360 / cell);
const rowOf = (latitude: number) => Math.floor((latitude + 90) / cell);
const columnOf = (longitude: number) => Math.floor((longitude + 180) / cell);

export type Grid<T> = {
  /** All records, where a box says nothing. */
  all: readonly T[];
  /** Records that may lie in a box widened by `meters`, each once; what is outside may be among them. */
  near: (box: Bounds, meters: number) => T[];
};

/**
 * Records by numbered cells, so that a box is answered without looking at every record. A record
 * that is known only to some meters is found wherever it may lie.
 */
export const gridOf = <T extends Position & { accuracy: number | null }>(
  items: readonly T[],
): Grid<T> => {
  const cells = new Map<number, T[]>();
  let widest = 0;
  for (const item of items) {
    const key = rowOf(item.latitude) * columns + columnOf(item.longitude);
    const held = cells.get(key);
    if (held) held.push(item);
    else cells.set(key, [item]);
    widest = Math.max(widest, item.accuracy ?? 0);
  }
  const near = (box: Bounds, meters: number): T[] => {
    const north = (meters + widest) / 110_500;
    const pole = Math.max(Math.abs(box.south - north), Math.abs(box.north + north));
    const east = north / Math.max(0.01, Math.cos((Math.min(89, pole) * Math.PI) / 180));
    const found: T[] = [];
    const [low, high] = [columnOf(box.west - east), columnOf(box.east + east)];
    for (let row = rowOf(box.south - north); row <= rowOf(box.north + north); row += 1)
      for (let column = low; column <= Math.min(high, low + columns - 1); column += 1) {
        const wrapped = ((column % columns) + columns) % columns;
        found.push(...(cells.get(row * columns + wrapped) ?? []));
      }
    return found;
  };
  return { all: items, near };
};
