import fc from "fast-check";
import { expect, test } from "vitest";
import {
  areaOf,
  enclosedBy,
  grained,
  lengthOf,
  middleOf,
  type Outline,
  type Point,
  shapeRefusal,
} from "./geometry.model.ts";

const square = (x: number, y: number, size: number): Outline => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];
const area = (points: Outline, ...cutOuts: Outline[]) =>
  shapeRefusal({ kind: "area", points, cutOuts });

test("lengths and areas of drawn shapes are those of the closed formulas", () => {
  expect(
    lengthOf([
      [0, 0],
      [3, 4],
      [3, 10],
    ]),
  ).toBe(11);
  expect(areaOf(square(0, 0, 10), [square(2, 2, 3), square(6, 6, 2)])).toBe(100 - 9 - 4);
  const corners = fc.integer({ min: 3, max: 60 });
  const radius = fc.double({ min: 5, max: 4000, noNaN: true });
  const place = fc.double({ min: -9000, max: 9000, noNaN: true });
  fc.assert(
    fc.property(corners, radius, place, place, fc.boolean(), (n, r, x, y, turned) => {
      const around = Array.from({ length: n }, (_, i): Point => {
        const angle = (2 * Math.PI * i) / n;
        return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
      });
      const regular = turned ? around.toReversed() : around;
      expect(enclosedBy(regular)).toBeCloseTo((n / 2) * r * r * Math.sin((2 * Math.PI) / n), 3);
      expect(lengthOf([...regular, regular[0]!])).toBeCloseTo(2 * n * r * Math.sin(Math.PI / n), 5);
      expect(shapeRefusal({ kind: "area", points: regular, cutOuts: [] })).toBeNull();
    }),
  );
});

test("an outline that crosses or touches itself is refused, and the words name its points", () => {
  const bow: Outline = [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 10],
  ];
  expect(area(bow)).toBe(
    "The outline crosses itself between points 1–2 and 3–4. Move one of them.",
  );
  const touching: Outline = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 0],
    [0, 10],
  ];
  expect(area(touching)).toMatch(/crosses itself between points 1–2 and 3–4/);
  const folded: Outline = [
    [0, 0],
    [10, 0],
    [4, 0],
    [4, 8],
  ];
  expect(area(folded)).toMatch(/crosses itself between points 1–2 and 2–3/);
  expect(
    area([
      [0, 0],
      [10, 0],
      [20, 0],
    ]),
  ).toMatch(/crosses itself/);
  expect(
    area([
      [0, 0],
      [10, 0],
      [10, 0],
      [0, 10],
    ]),
  ).toBe("Points 2 and 3 lie on each other. Remove one of them.");
  expect(
    area([
      [0, 0],
      [10, 0],
      [0, 10],
      [0, 0],
    ]),
  ).toMatch(/^Points 4 and 1 lie on each other/);
  expect(
    area([
      [0, 0],
      [10, 0],
    ]),
  ).toBe("Area needs 3 points at least.");
});

test("cut-outs lie inside of the outline and beside each other", () => {
  const outline = square(0, 0, 100);
  expect(area(outline, square(10, 10, 20), square(50, 50, 20))).toBeNull();
  for (const outside of [square(90, 90, 20), square(200, 200, 5), square(0, 10, 20)])
    expect(area(outline, outside)).toBe(
      "Cut-out 1 does not lie inside of the outline. Move it, or draw the outline around it.",
    );
  for (const over of [square(20, 20, 20), square(12, 12, 3), square(5, 5, 60)])
    expect(area(outline, square(10, 10, 20), over)).toBe(
      "Cut-outs 1 and 2 lie over each other. Move one of them.",
    );
  const bow: Outline = [
    [10, 10],
    [20, 20],
    [20, 10],
    [10, 20],
  ];
  expect(area(outline, bow)).toBe(
    "Cut-out 1 crosses itself between points 1–2 and 3–4. Move one of them.",
  );
  expect(
    area(outline, [
      [10, 10],
      [10, 10],
      [20, 20],
    ]),
  ).toMatch(/^Cut-out 1: Points 1 and 2/);
  expect(
    area(outline, [
      [10, 10],
      [20, 20],
    ]),
  ).toBe("Cut-out 1 needs three points at least.");
});

test("lines and counts have their own rules", () => {
  const refusal = (kind: "length" | "count", points: Outline, cutOuts: Outline[] = []) =>
    shapeRefusal({ kind, points, cutOuts });
  expect(refusal("length", [[0, 0]])).toBe("Length needs 2 points at least.");
  expect(
    refusal("length", [
      [0, 0],
      [0, 0],
    ]),
  ).toMatch(/lie on each other/);
  expect(refusal("count", [])).toBe("Count needs 1 point at least.");
  expect(
    refusal("count", [
      [1, 1],
      [1, 1],
    ]),
  ).toBeNull();
  // A line may cross itself: its length is what it is.
  expect(
    refusal("length", [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ]),
  ).toBeNull();
  expect(
    refusal(
      "length",
      [
        [0, 0],
        [1, 1],
      ],
      [square(0, 0, 1)],
    ),
  ).toBe("Only areas and volumes have cut-outs.");
});

test("whether an outline crosses itself does not hang on where it begins, how it is wound, or where it lies", () => {
  const at = fc.integer({ min: 0, max: 12 });
  const drawn = fc.array(fc.tuple(at, at), { minLength: 3, maxLength: 8 });
  const crosses = (outline: Outline) => area(outline) !== null;
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 7 }), at, (points, by, moved) => {
      const turned = [...points.slice(by % points.length), ...points.slice(0, by % points.length)];
      expect(crosses(turned)).toBe(crosses(points));
      expect(crosses(points.toReversed())).toBe(crosses(points));
      const shifted = points.map(([x, y]): Point => [x / 8 + moved * 331, y / 8 - moved * 97]);
      expect(crosses(shifted)).toBe(crosses(points));
    }),
  );
});

test("points are kept to the thousandth, and a label stands in their middle", () => {
  expect(grained([1.23449, -7.00051])).toEqual([1.234, -7.001]);
  expect(middleOf(square(0, 0, 10))).toEqual([5, 5]);
});
