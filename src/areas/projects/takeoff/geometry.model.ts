import { counted } from "#kernel/words.ts";

/**
 * A place on a sheet in the points of its page: before /Rotate, crop box and zoom, so that it is the
 * same whatever way the page is looked at.
 */
export type Point = readonly [x: number, y: number];
export type Outline = readonly Point[];

export const measureKinds = {
  length: { label: "Length", least: 2 },
  area: { label: "Area", least: 3 },
  count: { label: "Count", least: 1 },
  volume: { label: "Volume", least: 3 },
} as const satisfies Record<string, { label: string; least: number }>;
export type MeasureKind = keyof typeof measureKinds;

/** What was drawn: a line, an outline with what is cut out of it, or places that are counted. */
export type Shape = { kind: MeasureKind; points: Outline; cutOuts: readonly Outline[] };

/** The distance of two points, in points. */
export const distance = (a: Point, b: Point): number => {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  // By the root, which every machine rounds alike; Math.hypot each may round its own way.
  return Math.sqrt(x * x + y * y);
};

/** The length of a line over its points, in points. */
export const lengthOf = (line: Outline): number =>
  line.slice(1).reduce((sum, at, i) => sum + distance(line[i]!, at), 0);

/** What an outline encloses, in square points; how it is wound does not matter. */
export const enclosedBy = (outline: Outline): number => {
  const first = outline[0] ?? [0, 0];
  // Counted from its first point: of small shapes far from the corner nothing is lost.
  const from = outline.map(([x, y]): Point => [x - first[0], y - first[1]]);
  const twice = from.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = from[(i + 1) % from.length]!;
    return sum + (x * nextY - nextX * y);
  }, 0);
  return Math.abs(twice) / 2;
};

/** An area less its cut-outs, in square points. */
export const areaOf = (outline: Outline, cutOuts: readonly Outline[]): number =>
  cutOuts.reduce((left, cutOut) => left - enclosedBy(cutOut), enclosedBy(outline));

/** The middle of its points, where a label stands. */
export const middleOf = (points: Outline): Point => {
  const sum = points.reduce<Point>(([x, y], at) => [x + at[0], y + at[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
};

// Whole thousandths of a point: which side a point lies on is then exact for any page.
const grain = 1000;
/** A point as it is stored: whole thousandths. */
export const grained = ([x, y]: Point): Point => [
  Math.round(x * grain) / grain,
  Math.round(y * grain) / grain,
];

type Edge = { from: Point; to: Point; at: number };

const whole = ([x, y]: Point): Point => [Math.round(x * grain), Math.round(y * grain)];
const edgesOf = (outline: Outline): Edge[] =>
  outline.map((from, at) => ({
    from: whole(from),
    to: whole(outline[(at + 1) % outline.length]!),
    at,
  }));

const side = (a: Point, b: Point, c: Point): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const between = (a: Point, b: Point, c: Point): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Whether two edges cross or touch. */
const meet = (one: Edge, other: Edge): boolean => {
  const sides = [
    side(one.from, one.to, other.from),
    side(one.from, one.to, other.to),
    side(other.from, other.to, one.from),
    side(other.from, other.to, one.to),
  ] as const;
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true;
  return (
    (sides[0] === 0 && between(one.from, one.to, other.from)) ||
    (sides[1] === 0 && between(one.from, one.to, other.to)) ||
    (sides[2] === 0 && between(other.from, other.to, one.from)) ||
    (sides[3] === 0 && between(other.from, other.to, one.to))
  );
};

/** Whether a point lies within an outline that it does not lie on. */
const within = (at: Point, outline: Outline): boolean => {
  const [x, y] = whole(at);
  return edgesOf(outline).reduce((inside, { from, to }) => {
    if (from[1] > y === to[1] > y) return inside;
    const left = side(from, to, [x, y]) > 0 === to[1] > from[1];
    return left ? !inside : inside;
  }, false);
};

// "3–4": the edge between two points, counted from one.
const named = (edge: Edge, outline: Outline): string =>
  `${edge.at + 1}–${((edge.at + 1) % outline.length) + 1}`;

const crossing = (outline: Outline): string | null => {
  const edges = edgesOf(outline);
  for (const one of edges)
    for (const other of edges.slice(one.at + 1)) {
      const beside = other.at === one.at + 1 || (one.at === 0 && other.at === edges.length - 1);
      // Neighbours share a point; they lie over each other where one goes back on the other.
      const over = beside && foldsBack(one, other);
      if (over || (!beside && meet(one, other)))
        return `${named(one, outline)} and ${named(other, outline)}`;
    }
  return null;
};

const foldsBack = (one: Edge, other: Edge): boolean => {
  const [before, corner, behind] =
    one.to === other.from || (one.to[0] === other.from[0] && one.to[1] === other.from[1])
      ? [one.from, one.to, other.to]
      : [one.to, one.from, other.from];
  if (side(before, corner, behind) !== 0) return false;
  const [ax, ay] = [before[0] - corner[0], before[1] - corner[1]];
  const [bx, by] = [behind[0] - corner[0], behind[1] - corner[1]];
  return ax * bx + ay * by > 0;
};

const onEachOther = (points: Outline, closed: boolean): string | null => {
  const all = points.map(whole);
  const last = closed ? all.length : all.length - 1;
  for (let i = 0; i < last; i++) {
    const next = (i + 1) % all.length;
    if (all[i]![0] === all[next]![0] && all[i]![1] === all[next]![1])
      return `Points ${i + 1} and ${next + 1} lie on each other. Remove one of them.`;
  }
  return null;
};

const outlineRefusal = (outline: Outline, what: string): string | null => {
  if (outline.length < 3) return `${what} needs three points at least.`;
  const twice = onEachOther(outline, true);
  if (twice) return what === "The outline" ? twice : `${what}: ${twice}`;
  const found = crossing(outline);
  return found && `${what} crosses itself between points ${found}. Move one of them.`;
};

const meets = (one: Outline, other: Outline): boolean => {
  const edges = edgesOf(other);
  return edgesOf(one).some((edge) => edges.some((each) => meet(edge, each)));
};

const cutOutRefusal = (outline: Outline, cutOuts: readonly Outline[]): string | null => {
  for (const [i, cutOut] of cutOuts.entries()) {
    const own = outlineRefusal(cutOut, `Cut-out ${i + 1}`);
    if (own) return own;
    if (meets(cutOut, outline) || !within(cutOut[0]!, outline))
      return `Cut-out ${i + 1} does not lie inside of the outline. Move it, or draw the outline around it.`;
    const over = cutOuts
      .slice(0, i)
      .findIndex(
        (other) => meets(cutOut, other) || within(cutOut[0]!, other) || within(other[0]!, cutOut),
      );
    if (over >= 0)
      return `Cut-outs ${over + 1} and ${i + 1} lie over each other. Move one of them.`;
  }
  return null;
};

/** Why a shape cannot be measured, in words for whoever draws it; null where it can. */
export const shapeRefusal = ({ kind, points, cutOuts }: Shape): string | null => {
  const { label, least } = measureKinds[kind];
  if (points.length < least) return `${label} needs ${counted(least, "point")} at least.`;
  if (kind === "count" || kind === "length") {
    if (cutOuts.length > 0) return "Only areas and volumes have cut-outs.";
    return kind === "length" ? onEachOther(points, false) : null;
  }
  return outlineRefusal(points, "The outline") ?? cutOutRefusal(points, cutOuts);
};
