import type { Outline, Point } from "../geometry.model.ts";

/** The points of a shape: its outline, line or places, and what is cut out of it. */
export type Rings = { points: readonly Point[]; cutOuts: readonly Outline[] };

/** Two changes of the same points, `ring` 0 being the outline and 1 the first cut-out; `at` from 0. */
export type Clash = { ring: number; at: number; count: number };
type Side = "mine" | "theirs";

const samePoint = (a: Point | undefined, b: Point | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];
const sameLine = (a: Outline, b: Outline): boolean =>
  a.length === b.length && a.every((point, at) => samePoint(point, b[at]));

/** For each point of `from`, where it stands in `to`; -1 where it was moved or removed. */
const matches = (from: Outline, to: Outline): number[] => {
  let head = 0;
  while (head < from.length && head < to.length && samePoint(from[head], to[head])) head++;
  let tail = 0;
  const most = Math.min(from.length, to.length) - head;
  while (tail < most && samePoint(from[from.length - 1 - tail], to[to.length - 1 - tail])) tail++;
  const [a, b] = [from.slice(head, from.length - tail), to.slice(head, to.length - tail)];
  // How many points both have in this order, from each place on.
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = samePoint(a[i], b[j])
        ? common[(i + 1) * width + j + 1]! + 1
        : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const found = from.map((_, at) =>
    at < head ? at : at >= from.length - tail ? at - from.length + to.length : -1,
  );
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (samePoint(a[i], b[j])) found[head + i++] = head + j++;
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) i++;
    else j++;
  return found;
};

type Piece = { base: Outline; mine: Outline; theirs: Outline };
type Merged = { points: Point[]; clashes: { at: number; count: number }[] };

/** As many points as before: each where one of both moved it; where both did, it clashes alone. */
const pointByPoint = (piece: Piece, prefer: Side): Merged => {
  const { base, mine, theirs } = piece;
  const clashes: Merged["clashes"] = [];
  const points = base.map((was, at) => {
    if (samePoint(was, mine[at]) || samePoint(mine[at], theirs[at])) return theirs[at]!;
    if (samePoint(was, theirs[at])) return mine[at]!;
    clashes.push({ at, count: 1 });
    return piece[prefer][at]!;
  });
  return { points, clashes };
};

/** One added or removed points, the other moved points that stayed; null where they touched the same. */
const grafted = (base: Outline, shaped: Outline, moved: Outline): Point[] | null => {
  if (base.length !== moved.length) return null;
  const found = matches(base, shaped);
  if (found.some((at, i) => at < 0 && !samePoint(base[i], moved[i]))) return null;
  const from = new Map(found.map((at, i) => [at, i]));
  return shaped.map((point, at) => moved[from.get(at) ?? -1] ?? point);
};

const pieceOf = (piece: Piece, prefer: Side): Merged => {
  const { base, mine, theirs } = piece;
  if (base.length === mine.length && base.length === theirs.length)
    return pointByPoint(piece, prefer);
  if (sameLine(mine, theirs) || sameLine(base, mine)) return { points: [...theirs], clashes: [] };
  if (sameLine(base, theirs)) return { points: [...mine], clashes: [] };
  const both = grafted(base, mine, theirs) ?? grafted(base, theirs, mine);
  return both
    ? { points: both, clashes: [] }
    : { points: [...piece[prefer]], clashes: [{ at: 0, count: base.length }] };
};

/** Both changes of one line of points, piece by piece between the points that nobody touched. */
const mergeLine = ({ base, mine, theirs }: Piece, ring: number, prefer: Side) => {
  const [toMine, toTheirs] = [matches(base, mine), matches(base, theirs)];
  const points: Point[] = [];
  const clashes: Clash[] = [];
  let [i, a, b] = [0, 0, 0];
  for (;;) {
    let next = i;
    while (next < base.length && (toMine[next]! < 0 || toTheirs[next]! < 0)) next++;
    const [endMine, endTheirs] = [toMine[next] ?? mine.length, toTheirs[next] ?? theirs.length];
    const piece = {
      base: base.slice(i, next),
      mine: mine.slice(a, endMine),
      theirs: theirs.slice(b, endTheirs),
    };
    const merged = pieceOf(piece, prefer);
    clashes.push(...merged.clashes.map(({ at, count }) => ({ ring, at: i + at, count })));
    points.push(...merged.points);
    if (next >= base.length) return { points, clashes };
    points.push(base[next]!);
    [i, a, b] = [next + 1, endMine + 1, endTheirs + 1];
  }
};

const sameLines = (a: readonly Outline[], b: readonly Outline[]): boolean =>
  a.length === b.length && a.every((line, at) => sameLine(line, b[at]!));

/** Whether two shapes have the same points. */
export const sameRings = (a: Rings, b: Rings): boolean =>
  sameLine(a.points, b.points) && sameLines(a.cutOuts, b.cutOuts);

/**
 * Two changes of one shape, laid together: points that one of both moved, added or removed. Where both
 * changed the same points there is a clash, and the points of `prefer` stand.
 */
export const mergeShapes = (
  base: Rings,
  mine: Rings,
  theirs: Rings,
  prefer: Side = "mine",
): { rings: { points: Point[]; cutOuts: Point[][] }; clashes: Clash[] } => {
  const outline = mergeLine(
    { base: base.points, mine: mine.points, theirs: theirs.points },
    0,
    prefer,
  );
  const copy = (lines: readonly Outline[]) => lines.map((line) => [...line]);
  const alike =
    base.cutOuts.length === mine.cutOuts.length && base.cutOuts.length === theirs.cutOuts.length;
  if (!alike) {
    const untouched = sameLines(base.cutOuts, mine.cutOuts)
      ? theirs
      : sameLines(base.cutOuts, theirs.cutOuts) || sameLines(mine.cutOuts, theirs.cutOuts)
        ? mine
        : null;
    return {
      rings: {
        points: outline.points,
        cutOuts: copy((untouched ?? (prefer === "mine" ? mine : theirs)).cutOuts),
      },
      clashes: untouched ? outline.clashes : [...outline.clashes, { ring: 1, at: 0, count: 0 }],
    };
  }
  const cutOuts = base.cutOuts.map((line, at) =>
    mergeLine({ base: line, mine: mine.cutOuts[at]!, theirs: theirs.cutOuts[at]! }, at + 1, prefer),
  );
  return {
    rings: { points: outline.points, cutOuts: cutOuts.map(({ points }) => points) },
    clashes: [...outline.clashes, ...cutOuts.flatMap(({ clashes }) => clashes)],
  };
};

const placeOf = ({ ring, at, count }: Clash): string => {
  const where = ring === 0 ? "" : ` of cut-out ${ring}`;
  if (count === 0) return ring === 0 ? `the line at point ${at + 1}` : `cut-out ${ring}`;
  return count === 1 ? `point ${at + 1}${where}` : `points ${at + 1} to ${at + count}${where}`;
};

/** What both changed, in words: "point 3 and points 5 to 6 of cut-out 1". */
export const clashWords = (clashes: readonly Clash[]): string => clashes.map(placeOf).join(" and ");
