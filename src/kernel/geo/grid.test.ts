import fc from "fast-check";
import { expect, test } from "vitest";
import { boundsOf, judgeIn, type Area } from "./area.ts";
import { gridOf } from "./grid.ts";

const place = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 179.99, noNaN: true }),
  accuracy: fc.integer({ min: 0, max: 20_000 }),
});
const circle = fc.record({
  center: fc.record({
    latitude: fc.double({ min: -75, max: 75, noNaN: true }),
    longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  }),
  radius: fc.integer({ min: 1, max: 900_000 }),
});

test("what an area may hold is among what the cells give, over the antimeridian too", () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 1, maxLength: 200 }),
      circle,
      fc.integer({ min: 0, max: 50_000 }),
      (places, one, buffer) => {
        const area: Area = { polygons: [], circles: [one] };
        const grid = gridOf(places);
        const box = boundsOf(area);
        const near = new Set(box ? grid.near(box, buffer) : grid.all);
        for (const each of places)
          if (judgeIn(area, each, buffer).verdict !== "outside") expect(near.has(each)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
