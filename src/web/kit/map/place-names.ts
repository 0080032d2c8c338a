import { boundsOf, type Area } from "#kernel/geo/area.ts";
import { mapSize, toDrawing, type View } from "#kernel/geo/drawing.ts";
import type { Outline } from "./map.types.ts";

const largest = ({ polygons }: Outline): Area =>
  polygons.length < 2
    ? { polygons, circles: [] }
    : {
        polygons: [polygons.toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0]!],
        circles: [],
      };

const boxes = new WeakMap<Outline, ReturnType<typeof boundsOf>>();
const boxOf = (outline: Outline) => {
  if (!boxes.has(outline)) boxes.set(outline, boundsOf(largest(outline)));
  return boxes.get(outline)!;
};

/** Names that have room inside of their outlines at this scale, and where they stand. */
export const namesIn = (view: View, outlines: readonly Outline[]) =>
  outlines.flatMap((outline) => {
    const box = boxOf(outline);
    if (!box) return [];
    const low = toDrawing(view, box.west, box.south);
    const high = toDrawing(view, box.east, box.north);
    const x = (low.x + high.x) / 2;
    const y = (low.y + high.y) / 2;
    const fits = high.x - low.x > outline.name.length * 6.5 && low.y - high.y > 18;
    const seen = x > 10 && x < mapSize.width - 10 && y > 10 && y < mapSize.height - 10;
    return fits && seen ? [{ id: outline.fips, name: outline.name, x, y }] : [];
  });
