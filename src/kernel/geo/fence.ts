/** Degrees north and east. */
export type Position = { latitude: number; longitude: number };
/**
 * A reading: `accuracy` in meters is the radius around it in which the device takes its true
 * position to be; null when it gave none.
 */
export type Reading = Position & { accuracy: number | null };
export type Fence = { center: Position; radius: number };
export type Verdict = "inside" | "outside" | "unknown";
/** Meters; `nearest` and `farthest` are how far from the center the true position can be. */
export type Finding = {
  verdict: Verdict;
  distance: number;
  nearest: number;
  farthest: number | null;
  reason: string;
};

/**
 * Mean radius of the earth in meters (IUGG: a third of twice the equatorial and once the polar
 * radius).
 */
export const earthRadius = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Great-circle distance in meters by the haversine formula; within 0.6 percent of the ellipsoid's.
 */
export const distanceBetween = (a: Position, b: Position): number => {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
};

/**
 * How far a position is east and north of another, in meters, on the plane that touches the globe
 * there: for drawing, not for judging.
 */
export const offsetOf = (from: Position, to: Position): { east: number; north: number } => ({
  east:
    radians(((to.longitude - from.longitude + 540) % 360) - 180) *
    earthRadius *
    Math.cos(radians(from.latitude)),
  north: radians(to.latitude - from.latitude) * earthRadius,
});

/** A position so many meters east and north of another; not for use near the poles. */
export const shifted = (from: Position, east: number, north: number): Position => {
  const longitude =
    from.longitude + (east / (earthRadius * Math.cos(radians(from.latitude))) / Math.PI) * 180;
  return {
    latitude: Math.min(90, Math.max(-90, from.latitude + (north / earthRadius / Math.PI) * 180)),
    longitude: ((longitude + 540) % 360) - 180,
  };
};

const meters = (value: number) =>
  `${new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(value)} m`;

/**
 * Inside when every position that the reading allows is in the fence (its edge belongs to it),
 * outside when none is, otherwise not known.
 */
export const judge = (fence: Fence, reading: Reading): Finding => {
  const distance = distanceBetween(fence.center, reading);
  const { accuracy } = reading;
  const { radius } = fence;
  if (accuracy === null)
    return {
      verdict: "unknown",
      distance,
      nearest: 0,
      farthest: null,
      reason:
        "The reading has no accuracy, and a position without it is not a position. Ask the receiver.",
    };
  const nearest = Math.max(0, distance - accuracy);
  const farthest = distance + accuracy;
  const at = `${meters(distance)} from the center, give or take ${meters(accuracy)}`;
  if (farthest <= radius)
    return {
      verdict: "inside",
      distance,
      nearest,
      farthest,
      reason: `${at}: at most ${meters(farthest)} away, which is not more than ${meters(radius)}.`,
    };
  if (nearest > radius)
    return {
      verdict: "outside",
      distance,
      nearest,
      farthest,
      reason: `${at}: at least ${meters(nearest)} away, which is more than ${meters(radius)}.`,
    };
  const coarse =
    accuracy > radius
      ? " The reading is coarser than the fence, so no position could be called inside."
      : "";
  return {
    verdict: "unknown",
    distance,
    nearest,
    farthest,
    reason: `${at}: anything from ${meters(nearest)} to ${meters(farthest)}, and the fence ends at ${meters(radius)}. Ask the receiver.${coarse}`,
  };
};
