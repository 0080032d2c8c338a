import { expect, test } from "vitest";
import { clustered } from "./cluster.ts";
import { viewOf } from "./drawing.ts";
import { boxAround, withoutFar } from "./extent.ts";

const at = (latitude: number, longitude: number, id = `${latitude}:${longitude}`) => ({
  id,
  latitude,
  longitude,
});
const town = Array.from({ length: 40 }, (_, n) => at(44.7 + (n % 8) / 100, -93.7 + n / 400));

test("one far record does not pull the view, and none is lost of a spread agency", () => {
  const all = [...town, at(42.9, -90.1)];
  expect(withoutFar(all)).toEqual(town);
  expect(boxAround([], withoutFar(all))!.south).toBe(44.7);
  expect(boxAround([], all)!.south).toBe(42.9);
  const state = Array.from({ length: 60 }, (_, n) => at(43.5 + n / 10, -96 + n / 12));
  expect(withoutFar(state)).toEqual(state);
  expect(withoutFar([at(1, 1), at(60, 60)])).toHaveLength(2);
  expect(boxAround([], [])).toBeNull();
});

test("points that cannot be told apart are one cluster; nearer they part, and every point is kept", () => {
  const far = clustered(viewOf({ west: -96, east: -90, south: 42, north: 47 }), town);
  expect(far.clusters.length).toBeGreaterThan(0);
  expect(far.alone.length).toBeLessThan(town.length);
  const close = clustered(viewOf({ west: -93.71, east: -93.6, south: 44.69, north: 44.79 }), town);
  expect(close.clusters).toEqual([]);
  for (const { alone, clusters } of [far, close])
    expect(alone.length + clusters.reduce((n, c) => n + c.points.length, 0)).toBe(town.length);
});
