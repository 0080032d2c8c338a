import { describe, expect, test } from "vitest";
import type { Vertex } from "#kernel/geo/area.ts";
import { Draw } from "./solver/draw.model.ts";
import { circleDistances, roadDistances, roadsOf, type Closure, type Road } from "./graph.model.ts";

// A grid of streets near the equator: a hundredth of a degree is 1,112 m both ways.
const at = (x: number, y: number): Vertex => [x / 100, y / 100];
const place = (x: number, y: number) => ({ longitude: x / 100, latitude: y / 100 });
const road = (id: string, line: Vertex[], more: Partial<Road> = {}): Road => ({
  ...{ id, line, speed: 36, oneWay: false },
  ...more,
});
const square = [
  road("south", [at(0, 0), at(1, 0), at(2, 0)]),
  road("east", [at(2, 0), at(2, 1)]),
  road("north", [at(2, 1), at(1, 1), at(0, 1)]),
  road("west", [at(0, 1), at(0, 0)]),
];
const places = [place(0, 0), place(2, 0), place(2, 1)];
const ask = (roads: Road[], closures: Closure[] = [], of = places) =>
  roadDistances(roadsOf(roads), of, { reach: 200, closures });

describe("distances by roads", () => {
  test("the fastest way, rounded up, with its meters and its basis", () => {
    expect(ask(square)).toEqual({
      basis: { kind: "roads", roads: 4, closed: 0 },
      meters: [
        [0, 2224, 3336],
        [2224, 0, 1112],
        [3336, 1112, 0],
      ],
      seconds: [
        [0, 223, 334],
        [223, 0, 112],
        [334, 112, 0],
      ],
      offRoad: [0, 0, 0],
    });
  });

  test("a fast detour is taken, a one-way road is driven as it is drawn", () => {
    const fast = square.map((each) => (each.id === "south" ? { ...each, speed: 9 } : each));
    expect(ask(fast).meters[0]![1]).toBe(4448);
    const oneWay = square.map((each) => (each.id === "south" ? { ...each, oneWay: true } : each));
    expect(ask(oneWay).meters[0]![1]).toBe(2224);
    expect(ask(oneWay).meters[1]![0]).toBe(4448);
  });

  test("places stand on the nearest road, and between two on one road nobody leaves it", () => {
    const between = [place(0.25, 0.1), place(0.75, 0)];
    const { meters, offRoad } = ask(square, [], between);
    expect(meters[0]![1]).toBe(556);
    expect(offRoad).toEqual([111, 0]);
    const oneWay = square.map((each) => (each.id === "south" ? { ...each, oneWay: true } : each));
    expect(ask(oneWay, [], between).meters[1]![0]).toBe(6672 - 556);
  });

  test("what is closed is taken out: an area, a circle, a road, a part of one", () => {
    const box = [at(0.9, -0.1), at(1.1, -0.1), at(1.1, 0.1), at(0.9, 0.1), at(0.9, -0.1)];
    const area = { polygons: [[box]], circles: [] };
    expect(ask(square, [{ area }]).basis).toEqual({ kind: "roads", roads: 4, closed: 2 });
    expect(ask(square, [{ area }]).meters[0]![1]).toBe(4448);
    const thin = [at(0.5, -1), at(0.6, -1), at(0.6, 1.5), at(0.5, 1.5), at(0.5, -1)];
    expect(ask(square, [{ area: { polygons: [[thin]], circles: [] } }]).meters[0]![1]).toBeNull();
    const circle = { center: place(1.5, 0.05), radius: 100 };
    expect(ask(square, [{ area: { polygons: [], circles: [circle] } }]).basis).toMatchObject({
      closed: 1,
    });
    expect(ask(square, [{ road: "south" }]).meters[0]![1]).toBe(4448);
    const part = { road: "south", from: place(1.2, 0), to: place(1.9, 0) };
    expect(ask(square, [part]).basis).toMatchObject({ closed: 1 });
    expect(ask(square, [part], [place(0, 0), place(0.9, 0)]).meters[0]![1]).toBe(1001);
  });

  test("who cannot be reached has no distance", () => {
    const { meters, offRoad } = ask(square, [], [...places, place(1, 0.5)]);
    expect(offRoad).toEqual([0, 0, 0, null]);
    expect(meters.map((row) => row[3])).toEqual([null, null, null, null]);
    const island = [...square, road("island", [at(5, 5), at(6, 5)])];
    expect(ask(island, [], [place(0, 0), place(5, 5)]).seconds[0]![1]).toBeNull();
  });

  test("is what trying all ways finds, on drawn networks", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const draw = new Draw(seed);
      const corners = Array.from({ length: 12 }, () => [
        draw.below(999) / 99,
        draw.below(999) / 99,
      ]);
      const ends = Array.from({ length: 22 }, () => [draw.below(12), draw.below(12)] as const);
      const best = corners.map((_, a) => corners.map((_, b) => (a === b ? 0 : Infinity)));
      const roads = ends.map(([a, b], id) => {
        const line = [a, b].map((end) => at(corners[end]![0]!, corners[end]![1]!));
        return road(`${id}`, line, { oneWay: draw.below(3) === 0, speed: 20 + draw.below(60) });
      });
      const network = roadsOf(roads);
      for (const { road: id, seconds, oneWay } of network.segments) {
        const [a, b] = ends[Number(id)]!;
        best[a]![b] = Math.min(best[a]![b]!, seconds);
        if (!oneWay) best[b]![a] = Math.min(best[b]![a]!, seconds);
      }
      for (let k = 0; k < 12; k++)
        for (const row of best)
          for (let j = 0; j < 12; j++) row[j] = Math.min(row[j]!, row[k]! + best[k]![j]!);
      const linked = [...new Set(ends.flatMap(([a, b]) => (a === b ? [] : [a, b])))];
      const found = roadDistances(
        network,
        linked.map((corner) => place(corners[corner]![0]!, corners[corner]![1]!)),
        { reach: 1 },
      );
      const all = linked.map((a) => linked.map((b) => best[a]![b]!));
      expect(found.seconds).toEqual(
        all.map((row) =>
          row.map((way) => (way === Infinity ? null : Math.max(0, Math.ceil(way - 1e-6)))),
        ),
      );
    }
  });
});

test("without roads: the great circle, longer by a factor", () => {
  const found = circleDistances([place(0, 0), place(1, 0)], { factor: 1.3, speed: 36 });
  expect(found).toEqual({
    basis: { kind: "great circle", factor: 1.3, speed: 36 },
    meters: [
      [0, 1446],
      [1446, 0],
    ],
    seconds: [
      [0, 145],
      [145, 0],
    ],
    offRoad: [0, 0],
  });
});
