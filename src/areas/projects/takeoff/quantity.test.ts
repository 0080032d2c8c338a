import fc from "fast-check";
import { expect, test } from "vitest";
import { degrees, PDFDocument } from "@cantoo/pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Point } from "./geometry.model.ts";
import {
  back,
  type Box,
  inBox,
  orderedBox,
  through,
  type View,
  viewOf,
  viewSize,
} from "./page.model.ts";
import { type Measured, quantityOf, slopeFactor, unitKindOf } from "./quantity.model.ts";
import {
  listedScales,
  scaleOfFile,
  scaleOfList,
  scaleOfPoints,
  twoPointsRefusal,
} from "./scale.model.ts";

const [foot, yard2, yard3, each, meter] = [
  { code: "ft", kind: "length", factor: "0.3048" },
  { code: "sq yd", kind: "area", factor: "0.83612736" },
  { code: "cu yd", kind: "volume", factor: "764.554857984" },
  { code: "each", kind: "count", factor: "1" },
  { code: "m", kind: "length", factor: "1" },
];
const plain = { cutOuts: [], depth: null, slope: null };
const rotations = [0, 90, 180, 270] as const;

const views = fc.record({
  rotate: fc.constantFrom(...rotations),
  zoom: fc.double({ min: 0.1, max: 12, noNaN: true }),
  box: fc
    .tuple(
      fc.integer({ min: -500, max: 900 }),
      fc.integer({ min: -500, max: 900 }),
      fc.integer({ min: 200, max: 4000 }),
      fc.integer({ min: 200, max: 4000 }),
    )
    .map(([x, y, width, height]): Box => [x, y, x + width, y + height]),
});

test("a shape clicked on any view of the page has the quantity of the closed formula", () => {
  const scales = Object.keys(listedScales) as (keyof typeof listedScales)[];
  const size = fc.integer({ min: 20, max: 190 });
  fc.assert(
    fc.property(views, size, size, fc.constantFrom(...scales), (view, width, height, name) => {
      const { ratio } = listedScales[name];
      const corner: Point = [view.box[0] + 3, view.box[1] + 5];
      const drawn: Point[] = [
        corner,
        [corner[0] + width, corner[1]],
        [corner[0] + width, corner[1] + height],
        [corner[0], corner[1] + height],
      ];
      // What the browser gets: places on the screen, brought back to the page.
      const [there, here] = [viewOf(view), back(viewOf(view))];
      const clicked = drawn.map((at) => through(here, through(there, at)));
      const scale = scaleOfList(name);
      const feet = (points: number) => (points / 72 / 12) * ratio;
      const closed = (feet(width) * feet(height)) / 9;
      const area: Measured = { ...plain, kind: "area", points: clicked };
      expect(Number(quantityOf(area, scale, yard2!))).toBeCloseTo(closed, 3);
      const deep: Measured = {
        ...area,
        kind: "volume",
        depth: { amount: "2", metersPerUnit: "0.3048" },
      };
      expect(Number(quantityOf(deep, scale, yard3!))).toBeCloseTo((closed * 2) / 3, 3);
      const line: Measured = { ...plain, kind: "length", points: clicked.slice(0, 3) };
      expect(Number(quantityOf(line, scale, foot!))).toBeCloseTo(feet(width + height), 3);
    }),
  );
});

test("where a point of the page is looked at is where pdf.js draws it, turned, cropped and enlarged", async () => {
  const { width, height } = { width: 3370, height: 2384 };
  for (const rotate of rotations)
    for (const crop of [null, [100, 250, 2000, 1500] as const]) {
      const made = await PDFDocument.create();
      const page = made.addPage([width, height]);
      page.setRotation(degrees(rotate));
      if (crop) page.setCropBox(crop[0], crop[1], crop[2] - crop[0], crop[3] - crop[1]);
      const reading = getDocument({ data: await made.save(), verbosity: 0 });
      const read = await reading.promise;
      const shown = (await read.getPage(1)).getViewport({ scale: 1.75 });
      const view: View = { box: crop ?? [0, 0, width, height], rotate, zoom: 1.75 };
      expect(viewSize(view)).toEqual({ width: shown.width, height: shown.height });
      const [theirs, ours] = [shown.transform as number[], viewOf(view)];
      theirs.forEach((n, i) => expect(ours[i]).toBeCloseTo(n, 9));
      await reading.destroy();
    }
});

test("two viewports of one sheet measure with their own scales", () => {
  const points: Point[] = [
    [0, 0],
    [144, 0],
  ];
  const line: Measured = { ...plain, kind: "length", points };
  expect(quantityOf(line, scaleOfList("1in-20ft"), foot!)).toBe("40");
  expect(quantityOf(line, scaleOfList("1/4in-1ft"), foot!)).toBe("8");
  expect(quantityOf(line, scaleOfList("1-100"), meter!)).toBe("5.08");
  // A page with larger points is larger by as much.
  expect(quantityOf(line, scaleOfList("1in-20ft", 2), foot!)).toBe("80");
});

test("two points with a length are a scale, whichever way they lie", () => {
  const along = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
  const far = fc.double({ min: 1, max: 3000, noNaN: true });
  fc.assert(
    fc.property(along, far, fc.integer({ min: 1, max: 5000 }), (angle, points, feet) => {
      const to: Point = [50 + points * Math.cos(angle), 70 + points * Math.sin(angle)];
      const length = { amount: String(feet), unit: "ft", metersPerUnit: "0.3048" };
      const scale = scaleOfPoints([50, 70], to, length);
      const line: Measured = { ...plain, kind: "length", points: [[50, 70], to] };
      expect(Number(quantityOf(line, scale, foot!))).toBeCloseTo(feet, 4);
    }),
  );
  const length = { amount: "40", unit: "ft", metersPerUnit: "0.3048" };
  expect(scaleOfPoints([0, 0], [100, 0], length).label).toBe("40 ft between two points");
  expect(twoPointsRefusal([0, 0], [100, 0], length)).toBeNull();
  expect(twoPointsRefusal([5, 5], [5.5, 5], length)).toBe(
    "The two points lie on each other. Choose two that lie apart.",
  );
  expect(twoPointsRefusal([0, 0], [100, 0], { ...length, amount: "0" })).toBe(
    "Enter how long it is between the two points.",
  );
});

test("the file's own scale is taken where its unit is known and both axes have one scale", () => {
  const x = { unit: "ft", perPoint: 20 / 72 };
  const scale = scaleOfFile({ label: `1 in = 20 ft`, x, y: null });
  expect(scale).toMatchObject({ basis: "file", label: "1 in = 20 ft" });
  const line: Measured = {
    ...plain,
    kind: "length",
    points: [
      [0, 0],
      [72, 0],
    ],
  };
  expect(quantityOf(line, scale, foot!)).toBe("20");
  expect(scaleOfFile({ label: "", x, y: x })?.label).toMatch(/^1 pt = 0\.27/);
  expect(scaleOfFile({ label: "", x: { ...x, unit: "parsec" }, y: null })).toBeNull();
  expect(scaleOfFile({ label: "", x: { ...x, perPoint: 0 }, y: null })).toBeNull();
  // A profile: its heights are drawn ten times larger.
  expect(scaleOfFile({ label: "", x, y: { unit: "ft", perPoint: 2 / 72 } })).toBeNull();
  expect(scaleOfFile({ label: "", x, y: { unit: "in", perPoint: 240 / 72 } })).not.toBeNull();
});

test("without a scale there is no quantity but a count's; a volume needs its depth, which no scale changes", () => {
  const points: Point[] = [
    [0, 0],
    [72, 0],
    [72, 72],
    [0, 72],
  ];
  const scale = scaleOfList("1in-30ft");
  for (const kind of ["length", "area", "volume"] as const)
    expect(quantityOf({ ...plain, kind, points }, null, foot!)).toBeNull();
  expect(quantityOf({ ...plain, kind: "count", points }, null, each!)).toBe("4");
  expect(quantityOf({ ...plain, kind: "volume", points }, scale, yard3!)).toBeNull();
  const depth = { amount: "1.5", metersPerUnit: "0.3048" };
  const deep: Measured = { ...plain, kind: "volume", points, depth };
  expect(quantityOf(deep, scale, yard3!)).toBe("50");
  expect(quantityOf(deep, scaleOfList("1in-60ft"), yard3!)).toBe("200");
  expect(() => quantityOf(deep, scale, foot!)).toThrow(/measure different things/);
  expect(unitKindOf("volume")).toBe("volume");
});

test("what lies on a slope is larger than its plan by the root of one and the rise squared", () => {
  expect(slopeFactor(null)).toBe(1);
  expect(slopeFactor("75")).toBe(1.25);
  const points: Point[] = [
    [0, 0],
    [72, 0],
    [72, 72],
    [0, 72],
  ];
  const riprap: Measured = { ...plain, kind: "area", points, slope: "75" };
  expect(quantityOf(riprap, scaleOfList("1in-30ft"), yard2!)).toBe("125");
});

test("boxes have their corners in order, whichever way a file says them", () => {
  expect(orderedBox([10, 20, 0, 5])).toEqual([0, 5, 10, 20]);
  expect(inBox([10, 20], [0, 5, 10, 20])).toBe(true);
  expect(inBox([10.1, 20], [0, 5, 10, 20])).toBe(false);
});
