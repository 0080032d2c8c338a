import { toDrawing, type View } from "./drawing.ts";
import type { Position } from "./fence.ts";

/** Points that stand too close to tell apart at this scale: how many, and where their middle is. */
export type Cluster<P> = Position & { id: string; points: readonly P[] };

/** Units of the drawing within which points are drawn as one. */
const cell = 26;
/** So many are drawn apart all the same. */
const apart = 3;

/**
 * Parts points into those that stand alone and clusters, by a grid that is fixed to the ground, so
 * that a small move of the view gathers the same ones.
 */
export const clustered = <P extends Position & { id: string }>(
  view: View,
  points: readonly P[],
): { alone: readonly P[]; clusters: readonly Cluster<P>[] } => {
  const zero = toDrawing(view, 0, 0);
  const cells = new Map<string, P[]>();
  for (const point of points) {
    const { x, y } = toDrawing(view, point.longitude, point.latitude);
    const key = `${Math.floor((x - zero.x) / cell)}:${Math.floor((y - zero.y) / cell)}`;
    const held = cells.get(key);
    if (held) held.push(point);
    else cells.set(key, [point]);
  }
  const alone: P[] = [];
  const clusters: Cluster<P>[] = [];
  for (const [id, held] of cells)
    if (held.length <= apart) alone.push(...held);
    else
      clusters.push({
        id,
        points: held,
        latitude: held.reduce((sum, p) => sum + p.latitude, 0) / held.length,
        longitude: held.reduce((sum, p) => sum + p.longitude, 0) / held.length,
      });
  return { alone, clusters };
};
