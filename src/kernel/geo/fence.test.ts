import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceBetween, earthRadius, judge, offsetOf, shifted, type Position } from "./fence.ts";

const site: Position = { latitude: 38.5816, longitude: -121.4944 };
const at = (meters: number, accuracy: number | null) => ({ ...shifted(site, 0, meters), accuracy });
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

/**
 * Distance by the angle between two vectors from the earth's center: another way to the same
 * figure.
 */
const byVectors = (a: Position, b: Position): number => {
  const vector = ({ latitude, longitude }: Position) => {
    const [p, l] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)] as const;
  };
  const [x, y, z] = vector(a);
  const [u, v, w] = vector(b);
  return (
    earthRadius *
    Math.atan2(Math.hypot(y * w - z * v, z * u - x * w, x * v - y * u), x * u + y * v + z * w)
  );
};

describe("a geofence", () => {
  test("answers the three rows of the page", () => {
    const verdicts = (
      [
        [90, 12],
        [240, 12],
        [145, 40],
      ] as const
    ).map(
      ([meters, accuracy]) => judge({ center: site, radius: 150 }, at(meters, accuracy)).verdict,
    );
    expect(verdicts).toEqual(["inside", "outside", "unknown"]);
  });

  test("its edge belongs to it, exactly", () => {
    const reading = at(100, 20);
    const distance = distanceBetween(site, reading);
    expect(judge({ center: site, radius: distance + 20 }, reading).verdict).toBe("inside");
    expect(judge({ center: site, radius: distance + 19.999 }, reading).verdict).toBe("unknown");
    expect(judge({ center: site, radius: distance - 20 }, reading).verdict).toBe("unknown");
    expect(judge({ center: site, radius: distance - 20.001 }, reading).verdict).toBe("outside");
    expect(judge({ center: site, radius: 0 }, { ...site, accuracy: 0 }).verdict).toBe("inside");
  });

  test("without an accuracy nothing is known, however near; a coarse reading is never inside and says so", () => {
    expect(judge({ center: site, radius: 500 }, at(0, null))).toMatchObject({
      verdict: "unknown",
      farthest: null,
    });
    const coarse = judge({ center: site, radius: 150 }, at(0, 151));
    expect([coarse.verdict, coarse.reason.includes("coarser")]).toEqual(["unknown", true]);
    expect(judge({ center: site, radius: 150 }, at(1000, 400)).verdict).toBe("outside");
  });

  test("works across the date line and at the poles", () => {
    expect(
      distanceBetween({ latitude: 0, longitude: 179.9995 }, { latitude: 0, longitude: -179.9995 }),
    ).toBeCloseTo(111.19, 1);
    expect(
      offsetOf({ latitude: 0, longitude: 179.9995 }, { latitude: 0, longitude: -179.9995 }).east,
    ).toBeCloseTo(111.19, 1);
    expect(
      distanceBetween({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 120 }),
    ).toBeCloseTo(0, 6);
    expect(
      distanceBetween({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }),
    ).toBeCloseTo(Math.PI * earthRadius, 3);
  });

  test("the distance is that of another formula, the same in both directions", () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(Math.abs(distanceBetween(a, b) - byVectors(a, b))).toBeLessThan(0.5);
        expect(distanceBetween(b, a)).toBeCloseTo(distanceBetween(a, b), 6);
      }),
    );
  });

  test("inside and outside hold for every true position that the reading allows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (meters, accuracy, radius, angle, part) => {
          const reading = at(meters, accuracy);
          const { verdict } = judge({ center: site, radius }, reading);
          const real = distanceBetween(
            site,
            shifted(reading, Math.cos(angle) * accuracy * part, Math.sin(angle) * accuracy * part),
          );
          if (verdict === "inside") expect(real).toBeLessThanOrEqual(radius + 0.01);
          if (verdict === "outside") expect(real).toBeGreaterThan(radius - 0.01);
        },
      ),
    );
  });
});
