import type { Point } from "./geometry.model.ts";

/** A rectangle in points of a page: left, bottom, right, top. */
export type Box = readonly [number, number, number, number];
/** How a page is looked at: what is shown of it, turned clockwise, and how many pixels a point has. */
export type View = { box: Box; rotate: number; zoom: number };
/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const turns: Readonly<Record<number, readonly [number, number, number, number]>> = {
  0: [1, 0, 0, -1],
  90: [0, 1, 1, 0],
  180: [-1, 0, 0, 1],
  270: [0, -1, -1, 0],
};

/** /Rotate as a page may bear it: a quarter turn of the four; anything else counts as none. */
export const quarterTurn = (rotate: number): number => {
  const turned = ((rotate % 360) + 360) % 360;
  return turned in turns ? turned : 0;
};

/** The width and height of the page as it is looked at, in pixels. */
export const viewSize = ({ box, rotate, zoom }: View): { width: number; height: number } => {
  const [width, height] = [(box[2] - box[0]) * zoom, (box[3] - box[1]) * zoom];
  return quarterTurn(rotate) % 180 === 0 ? { width, height } : { width: height, height: width };
};

/** From points of the page to pixels of its view. */
export const viewOf = (view: View): Matrix => {
  const { box, zoom } = view;
  const [a, b, c, d] = turns[quarterTurn(view.rotate)]!.map((n) => n * zoom) as [
    number,
    number,
    number,
    number,
  ];
  const { width, height } = viewSize(view);
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return [a, b, c, d, width / 2 - a * x - c * y, height / 2 - b * x - d * y];
};

/** A point through a matrix. */
export const through = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The way back. */
export const back = ([a, b, c, d, e, f]: Matrix): Matrix => {
  const by = a * d - b * c;
  return [d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by];
};

/** Whether a point lies in a box, its edge included. */
export const inBox = ([x, y]: Point, box: Box): boolean =>
  box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3];

/** A box with its corners in order. */
export const orderedBox = (box: Box): Box => [
  Math.min(box[0], box[2]),
  Math.min(box[1], box[3]),
  Math.max(box[0], box[2]),
  Math.max(box[1], box[3]),
];
