import { describe, expect, test } from "vitest";
import { boundsOf, depthOf, judgeIn, type Area, type Vertex } from "./area.ts";
import { distanceBetween } from "./fence.ts";
import { crossesItself, readGeometry } from "./geojson.ts";

const square = (west: number, south: number, size: number): Vertex[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const withHole: Area = { polygons: [[square(-94, 44, 1), square(-93.6, 44.4, 0.2)]], circles: [] };
const at = (latitude: number, longitude: number, accuracy: number | null = 0) => ({
  latitude,
  longitude,
  accuracy,
});

describe("a point in an area", () => {
  test("is inside, in a hole outside, and on the edge inside", () => {
    expect(judgeIn(withHole, at(44.1, -93.9)).verdict).toBe("inside");
    expect(judgeIn(withHole, at(44.5, -93.5)).verdict).toBe("outside");
    expect(judgeIn(withHole, at(44, -93.5)).verdict).toBe("inside");
    expect(judgeIn(withHole, at(43.9, -93.5)).verdict).toBe("outside");
  });
  test("is not known while the accuracy reaches over the edge, or there is none", () => {
    expect(judgeIn(withHole, at(44.001, -93.9, 500)).verdict).toBe("unknown");
    expect(judgeIn(withHole, at(43.999, -93.9, 500)).verdict).toBe("unknown");
    expect(judgeIn(withHole, at(44.1, -93.9, null)).verdict).toBe("unknown");
    expect(judgeIn(withHole, at(43.999, -93.9, 50), 1000).verdict).toBe("inside");
  });
  test("is found over the antimeridian", () => {
    const fiji: Area = {
      polygons: [
        [
          [
            [179, -18],
            [-179, -18],
            [-179, -16],
            [179, -16],
            [179, -18],
          ],
        ],
      ],
      circles: [],
    };
    expect(judgeIn(fiji, at(-17, 179.9)).verdict).toBe("inside");
    expect(judgeIn(fiji, at(-17, -179.9)).verdict).toBe("inside");
    expect(judgeIn(fiji, at(-17, 178.5)).verdict).toBe("outside");
    expect(judgeIn(fiji, at(-17, 0)).verdict).toBe("outside");
    expect(boundsOf(fiji)).toBeNull();
  });
  test("agrees with winding angles added up slowly, and its distance with points along the edges", () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let round = 0; round < 60; round += 1) {
      const corners = 3 + Math.floor(random() * 9);
      const ring: Vertex[] = Array.from({ length: corners }, (_, n): Vertex => {
        const turn = (2 * Math.PI * n) / corners;
        const far = 0.1 + random() * 0.4;
        return [-93.8 + far * Math.cos(turn), 44.8 + far * Math.sin(turn)];
      });
      ring.push(ring[0]!);
      const area: Area = { polygons: [[ring]], circles: [] };
      for (let n = 0; n < 20; n += 1) {
        const p = at(44.3 + random(), -94.3 + random());
        let angle = 0;
        let least = Infinity;
        for (let e = 1; e < ring.length; e += 1) {
          const [ax, ay] = ring[e - 1]!;
          const [bx, by] = ring[e]!;
          const a = Math.atan2(ay - p.latitude, ax - p.longitude);
          const b = Math.atan2(by - p.latitude, bx - p.longitude);
          angle += Math.atan2(Math.sin(b - a), Math.cos(b - a));
          for (let s = 0; s <= 400; s += 1)
            least = Math.min(
              least,
              distanceBetween(p, {
                longitude: ax + ((bx - ax) * s) / 400,
                latitude: ay + ((by - ay) * s) / 400,
              }),
            );
        }
        const depth = depthOf(area, p);
        expect(depth < 0, `${p.latitude} ${p.longitude}`).toBe(Math.abs(angle) > Math.PI);
        expect(Math.abs(Math.abs(depth) - least)).toBeLessThan(150);
      }
    }
  });
});

describe("a shape that somebody brings", () => {
  test("is refused with swapped, impossible or crossing positions", () => {
    const swapped = readGeometry({ type: "Point", coordinates: [44.8, -93.8] });
    expect(swapped).toMatchObject({ ok: false, problem: expect.stringContaining("swapped") });
    expect(readGeometry({ type: "Point", coordinates: [-193.8, 4] })).toMatchObject({ ok: false });
    const bow: Vertex[] = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ];
    expect(crossesItself(bow)).toBe(true);
    expect(readGeometry({ type: "Polygon", coordinates: [bow] })).toMatchObject({ ok: false });
    expect(readGeometry({ type: "Polygon", coordinates: [square(0, 0, 1)] })).toMatchObject({
      ok: true,
    });
  });
});
