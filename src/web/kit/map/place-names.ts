import { boundsOf, type Area } from "#kernel/geo/area.ts";
import { mapSize, toDrawing, type View } from "#kernel/geo/drawing.ts";
import type { Ground, Outline, Town } from "./map.types.ts";

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

/** A name on the map: of a county in the middle of its room, of a town beside its dot. */
export type PlaceName = { id: string; name: string; x: number; y: number; of: "county" | "town" };

const letter = 6.5;
const mostTowns = 30;
type Taken = { left: number; right: number; top: number; bottom: number };
const meets = (a: Taken, b: Taken) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
const isSeen = (x: number, y: number) =>
  x > 10 && x < mapSize.width - 10 && y > 10 && y < mapSize.height - 10;
const room = (x: number, y: number, name: string): Taken => ({
  left: x - 6,
  right: x + 10 + name.length * letter,
  top: y - 9,
  bottom: y + 9,
});

const townNames = (view: View, towns: readonly Town[], taken: Taken[]): PlaceName[] => {
  const named: PlaceName[] = [];
  for (const { id, name, longitude, latitude } of towns) {
    const { x, y } = toDrawing(view, longitude, latitude);
    const own = room(x, y, name);
    if (named.length >= mostTowns || !isSeen(x, y) || taken.some((one) => meets(one, own)))
      continue;
    taken.push(own);
    named.push({ id, name, x, y, of: "town" });
  }
  return named;
};

const countyNames = (view: View, outlines: readonly Outline[], taken: readonly Taken[]) =>
  outlines.flatMap((outline): PlaceName[] => {
    const box = boxOf(outline);
    if (!box) return [];
    const low = toDrawing(view, box.west, box.south);
    const high = toDrawing(view, box.east, box.north);
    const x = (low.x + high.x) / 2;
    const y = (low.y + high.y) / 2;
    const half = (outline.name.length * letter) / 2;
    const own = { left: x - half, right: x + half, top: y - 9, bottom: y + 9 };
    const fits = high.x - low.x > 2 * half && low.y - high.y > 18;
    return fits && isSeen(x, y) && !taken.some((one) => meets(one, own))
      ? [{ id: outline.fips, name: outline.name, x, y, of: "county" }]
      : [];
  });

/**
 * Names that have room at this scale and where they stand: the largest towns first, then the counties
 * whose middle is still free.
 */
export const namesIn = (
  view: View,
  { outlines, towns }: Pick<Ground, "outlines" | "towns">,
): PlaceName[] => {
  const taken: Taken[] = [];
  const ofTowns = townNames(view, towns, taken);
  return [...countyNames(view, outlines, taken), ...ofTowns];
};
