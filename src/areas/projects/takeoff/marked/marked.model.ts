import { shownDecimal } from "#kernel/quantity.ts";
import { middleOf, type Shape } from "../geometry.model.ts";
import { back, through, viewOf, viewSize, type Box } from "../page.model.ts";

/** A measurement as the marked sheet draws or lists it; `revision` is that of the sheet it is drawn on. */
export type MarkedRow = Shape & {
  number: string;
  name: string;
  kindLabel: string;
  quantity: string | null;
  unit: string;
  costCode: string;
  measuredName: string;
  checkedName: string;
  scaleLabel: string;
  revision: number;
};

/** A sheet with what is drawn on it, and what of its other revisions is listed only. */
export type MarkedSheet = {
  number: string;
  title: string;
  revision: number;
  /** The revision that is in force, which may be a later one. */
  newest: number;
  planSet: string;
  project: string;
  /** The day of the copy, as people read it. */
  day: string;
  box: Box;
  rotate: number;
  drawn: readonly MarkedRow[];
  others: readonly MarkedRow[];
};

const mostPoints = 200_000;

/** So many points a marked sheet may have; null, or why it has too many. */
export const tooManyPoints = ({ drawn }: Pick<MarkedSheet, "drawn">): string | null => {
  const points = drawn.reduce(
    (sum, row) => sum + row.points.length + row.cutOuts.reduce((n, cut) => n + cut.length, 0),
    0,
  );
  return points > mostPoints
    ? "The shapes on this sheet have more than 200,000 points, too many for a PDF. Drop what nobody needs."
    : null;
};

/** A quantity with its unit, or that there is none. */
export const shownQuantity = ({ quantity, unit }: Pick<MarkedRow, "quantity" | "unit">): string =>
  quantity === null ? "no quantity" : `${shownDecimal(quantity)} ${unit}`;

/** What stands beside a shape. */
export const labelOf = (row: MarkedRow): string => `${row.number}: ${shownQuantity(row)}`;

/** How large letters are, in points: in proportion to the page, so that they are read on every size. */
export const letterSize = (box: Box): number =>
  Math.min(18, Math.max(7, Math.max(box[2] - box[0], box[3] - box[1]) / 140));

/** Where a label begins, and how it is turned so that it stands upright on the page as it is looked at. */
export type LabelPlace = { x: number; y: number; degrees: number };

/**
 * Places a label of so many points width at the middle of a shape, a little above it, and wholly within
 * what is shown of the page. Places are in points of the page.
 */
export const labelPlace = (
  { box, rotate }: Pick<MarkedSheet, "box" | "rotate">,
  points: MarkedRow["points"],
  { width, size }: { width: number; size: number },
): LabelPlace => {
  const view = { box, rotate, zoom: 1 };
  const matrix = viewOf(view);
  const page = viewSize(view);
  const [x, y] = through(matrix, middleOf(points));
  const within = (at: number, least: number, most: number) =>
    Math.max(least, Math.min(at, Math.max(least, most)));
  const from = through(back(matrix), [
    within(x - width / 2, size / 2, page.width - width - size / 2),
    within(y - size / 2, size * 1.5, page.height - size / 2),
  ]);
  return { x: from[0], y: from[1], degrees: rotate };
};
