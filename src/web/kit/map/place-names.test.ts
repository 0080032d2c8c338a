import { expect, test } from "vitest";
import { viewOf } from "#kernel/geo/drawing.ts";
import type { Outline, Town } from "./map.types.ts";
import { namesIn } from "./place-names.ts";

const view = viewOf({ west: -94.1, south: 44.6, east: -93.5, north: 44.95 });
const town = (name: string, population: number, longitude: number, latitude: number): Town => ({
  ...{ id: name, name, population, longitude, latitude },
});
const county: Outline = {
  fips: "27019",
  name: "Carver",
  polygons: [
    [
      [
        [-94.0, 44.65],
        [-93.6, 44.65],
        [-93.6, 44.9],
        [-94.0, 44.9],
        [-94.0, 44.65],
      ],
    ],
  ],
};
const shown = (towns: readonly Town[]) =>
  namesIn(view, { outlines: [county], towns }).map(({ name }) => name);

test("the larger of two towns that stand on each other has its name, and one elsewhere has its own", () => {
  const near = town("Chanhassen", 22_952, -93.7, 44.85);
  const smaller = town("Victoria", 7_345, -93.7005, 44.8503);
  const elsewhere = town("Waconia", 10_697, -93.95, 44.7);
  expect(shown([near, elsewhere, smaller])).toEqual(["Carver", "Chanhassen", "Waconia"]);
});

test("a county gives way to a town in its middle, and to nothing outside of what is shown", () => {
  expect(shown([town("Cologne", 1_500, -93.8, 44.775)])).toEqual(["Cologne"]);
  expect(shown([town("Duluth", 86_000, -92.1, 46.78)])).toEqual(["Carver"]);
});
