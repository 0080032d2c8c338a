import { boundsOf, type Area, type Bounds } from "./area.ts";
import type { Position } from "./fence.ts";

/** The box around positions and areas; null for none. */
export const boxAround = (
  areas: readonly Area[],
  positions: readonly Position[],
): Bounds | null => {
  const boxes = areas.flatMap((area) => boundsOf(area) ?? []);
  for (const { latitude, longitude } of positions)
    boxes.push({ west: longitude, east: longitude, south: latitude, north: latitude });
  if (!boxes.length) return null;
  return {
    west: Math.min(...boxes.map((b) => b.west)),
    south: Math.min(...boxes.map((b) => b.south)),
    east: Math.max(...boxes.map((b) => b.east)),
    north: Math.max(...boxes.map((b) => b.north)),
  };
};

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Degrees within which nothing counts as far: about 25 miles. */
const near = 0.36;

/**
 * The positions without those that lie far from all others: more than four times as far from their
 * middle as nine of ten do, and more than about 25 miles. One far record does not pull the view.
 */
export const withoutFar = <P extends Position>(positions: readonly P[]): readonly P[] => {
  if (positions.length < 5) return positions;
  const at = {
    latitude: middle(positions.map((p) => p.latitude)),
    longitude: middle(positions.map((p) => p.longitude)),
  };
  const far = positions.map((p) =>
    Math.hypot(p.latitude - at.latitude, p.longitude - at.longitude),
  );
  const usual = far.toSorted((a, b) => a - b)[Math.floor(far.length * 0.9)]!;
  const most = Math.max(near, usual * 4);
  return positions.filter((_, n) => far[n]! <= most);
};
