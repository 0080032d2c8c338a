import { expect, test } from "vitest";
import { townsIn } from "./towns.service.ts";

test("towns of a box, the largest first, none of another one, and never more than a map holds", () => {
  const carver = townsIn({ west: -94.02, south: 44.62, east: -93.51, north: 44.98 });
  const names = carver.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["Chaska", "Chanhassen", "Waconia"]));
  expect(names).not.toContain("Duluth");
  const sizes = carver.map(({ population }) => population);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(townsIn({ west: -125, south: 24, east: -66, north: 50 })).toHaveLength(150);
});
