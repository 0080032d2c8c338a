import type { DrawnPage } from "#web/kit/pdf.ts";
import type { Box } from "./paper.labels.ts";

/** A box on a drawn page, in hundredths of its width and height, from the upper left. */
export type Shown = { left: number; top: number; width: number; height: number };

type Point = readonly [x: number, y: number];

const through = ([a, b, c, d, e, f]: DrawnPage["transform"], [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];
const back = ([a, b, c, d, e, f]: DrawnPage["transform"], [x, y]: Point): Point => {
  const scale = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / scale, (a * (y - f) - b * (x - e)) / scale];
};

const around = ([x1, y1]: Point, [x2, y2]: Point) => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

/** Where a box of the PDF stands on its drawn page. */
export const shownBox = (page: DrawnPage, box: Omit<Box, "page">): Shown => {
  const { x, y, width, height } = around(
    through(page.transform, [box.x, box.y]),
    through(page.transform, [box.x + box.width, box.y + box.height]),
  );
  return {
    left: (x / page.width) * 100,
    top: (y / page.height) * 100,
    width: (width / page.width) * 100,
    height: (height / page.height) * 100,
  };
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The box of the PDF, in points, between two places of a drawn page (each from 0 to 1). */
export const boxBetween = (page: DrawnPage, one: Point, two: Point): Omit<Box, "page"> => {
  const at = ([x, y]: Point): Point => back(page.transform, [x * page.width, y * page.height]);
  const { x, y, width, height } = around(at(one), at(two));
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
};

/** A box moved on its page as it is seen: so many points to the right and down. */
export const moved = (page: DrawnPage, box: Box, right: number, down: number): Box => {
  const [a, b, c, d] = page.transform;
  const scale = Math.hypot(a, b);
  const [x, y] = back([a, b, c, d, 0, 0], [right * scale, down * scale]);
  return { ...box, x: rounded(box.x + x), y: rounded(box.y + y) };
};

/** A box made wider and higher as it is seen, by so many points; its upper left corner stays. */
export const grown = (page: DrawnPage, box: Box, wider: number, higher: number): Box => {
  const { left, top, width, height } = shownBox(page, box);
  const scale = Math.hypot(page.transform[0], page.transform[1]);
  const one: Point = [left / 100, top / 100];
  const two: Point = [
    (left + width) / 100 + (wider * scale) / page.width,
    (top + height) / 100 + (higher * scale) / page.height,
  ];
  if (two[0] <= one[0] || two[1] <= one[1]) return box;
  const next = boxBetween(page, one, two);
  return next.width < 4 || next.height < 4 ? box : { ...next, page: box.page };
};
