import { counted } from "#kernel/words.ts";
import {
  grained,
  measureKinds,
  type MeasureKind,
  type Outline,
  type Point,
} from "../geometry.model.ts";
import { back, viewOf, type Box } from "../page.model.ts";
import { sameRings, type Rings } from "./merge.model.ts";

/** A point of a shape: `ring` 0 is the outline, 1 the first cut-out; `at` counts from 0. */
export type Spot = { ring: number; at: number };

/** A shape while its points are changed: as it was read, as it is now, and the way back and forth. */
export type Editing = {
  kind: MeasureKind;
  base: Rings;
  now: Rings;
  past: readonly Rings[];
  future: readonly Rings[];
  spot: Spot;
};

export const begunEditing = (kind: MeasureKind, { points, cutOuts }: Rings): Editing => {
  const base = { points, cutOuts };
  return { kind, base, now: base, past: [], future: [], spot: { ring: 0, at: 0 } };
};

/** The points of the outline, or of a cut-out. */
export const ringOf = ({ points, cutOuts }: Rings, ring: number): Outline =>
  ring === 0 ? points : (cutOuts[ring - 1] ?? []);

/** The shape with other points in one ring; a cut-out without points is none. */
const withRing = ({ points, cutOuts }: Rings, ring: number, line: Outline): Rings =>
  ring === 0
    ? { points: line, cutOuts }
    : {
        points,
        cutOuts: cutOuts.flatMap((each, at) =>
          at !== ring - 1 ? [each] : line.length > 0 ? [line] : [],
        ),
      };

const stepped = (editing: Editing, now: Rings, spot: Spot): Editing => ({
  ...editing,
  ...{ now, spot, past: [...editing.past, editing.now], future: [] },
});

/** Another point is chosen; where there is none of that number, the last one. */
export const chosenAt = (editing: Editing, { ring, at }: Spot): Editing => {
  const there = ring > editing.now.cutOuts.length ? 0 : ring;
  const { length } = ringOf(editing.now, there);
  return { ...editing, spot: { ring: there, at: Math.max(0, Math.min(at, length - 1)) } };
};

/** The point before or after the chosen one, over outline and cut-outs. */
export const neighbour = ({ now, spot }: Editing, by: 1 | -1): Spot => {
  const all = [now.points, ...now.cutOuts].flatMap((line, ring) =>
    line.map((_, at): Spot => ({ ring, at })),
  );
  const here = all.findIndex(({ ring, at }) => ring === spot.ring && at === spot.at);
  return all[(here + by + all.length) % all.length]!;
};

/** The shape with a point placed elsewhere. */
export const placed = (editing: Editing, spot: Spot, to: Point): Editing => {
  const line = ringOf(editing.now, spot.ring);
  const at = grained(to);
  return stepped(editing, withRing(editing.now, spot.ring, line.with(spot.at, at)), spot);
};

/** Moves the chosen point by so many points of the page as it is looked at: to the right, and down. */
export const nudged = (
  editing: Editing,
  { box, rotate }: { box: Box; rotate: number },
  [right, down]: Point,
): Editing => {
  const [a, b, c, d] = back(viewOf({ box, rotate, zoom: 1 }));
  const [x, y] = ringOf(editing.now, editing.spot.ring)[editing.spot.at]!;
  return placed(editing, editing.spot, [x + a * right + c * down, y + b * right + d * down]);
};

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** The edges that a point can be added on: the spot that the new one gets, and the middle of the edge. */
export const edgesOf = ({
  kind,
  now,
}: Pick<Editing, "kind" | "now">): { spot: Spot; at: Point }[] =>
  kind === "count"
    ? []
    : [now.points, ...now.cutOuts].flatMap((line, ring) =>
        line.flatMap((from, at) => {
          const open = kind === "length" && at === line.length - 1;
          return open
            ? []
            : [{ spot: { ring, at: at + 1 }, at: middle(from, line[(at + 1) % line.length]!) }];
        }),
      );

/** A point more on an edge, at this place in the order; the new one is chosen. */
export const addedAt = (editing: Editing, spot: Spot, point: Point): Editing =>
  stepped(
    editing,
    withRing(
      editing.now,
      spot.ring,
      ringOf(editing.now, spot.ring).toSpliced(spot.at, 0, grained(point)),
    ),
    spot,
  );

/** A point more behind the chosen one: in the middle of its edge, beside it where it is counted. */
export const addedAfter = (editing: Editing): Editing => {
  const { kind, now, spot } = editing;
  const line = ringOf(now, spot.ring);
  const here = line[spot.at]!;
  if (kind === "count")
    return addedAt(editing, { ...spot, at: spot.at + 1 }, [here[0] + 10, here[1]]);
  const last = kind === "length" && spot.at === line.length - 1;
  const at = last ? spot.at : spot.at + 1;
  const other = last ? line[spot.at - 1]! : line[at % line.length]!;
  return addedAt(editing, { ...spot, at }, middle(here, other));
};

/** Why the chosen point cannot be removed, in words; null where it can. */
export const removalRefusal = ({ kind, now, spot }: Editing): string | null => {
  const { label, least } = measureKinds[kind];
  return spot.ring === 0 && now.points.length <= least
    ? `${label} needs ${counted(least, "point")} at least.`
    : null;
};

/** The shape without the chosen point; a cut-out of three goes with it. */
export const removed = (editing: Editing): Editing => {
  if (removalRefusal(editing) !== null) return editing;
  const { now, spot } = editing;
  const line = ringOf(now, spot.ring);
  const left = spot.ring > 0 && line.length <= 3 ? [] : line.toSpliced(spot.at, 1);
  const next = withRing(now, spot.ring, left);
  return chosenAt(stepped(editing, next, spot), { ...spot, at: Math.max(0, spot.at - 1) });
};

/** The last change taken back. */
export const undoneLast = (editing: Editing): Editing => {
  const before = editing.past.at(-1);
  if (!before) return editing;
  const { now, past, future } = editing;
  return chosenAt(
    { ...editing, now: before, past: past.slice(0, -1), future: [now, ...future] },
    editing.spot,
  );
};

/** What was taken back last, done again. */
export const redoneLast = (editing: Editing): Editing => {
  const [next, ...future] = editing.future;
  if (!next) return editing;
  const { now, past } = editing;
  return chosenAt({ ...editing, now: next, past: [...past, now], future }, editing.spot);
};

/** Whether there is anything to save. */
export const isChanged = ({ base, now }: Editing): boolean => !sameRings(base, now);

/** Goes on from another shape that was read meanwhile; what was done so far stays as it is. */
export const rebased = (editing: Editing, base: Rings, now: Rings): Editing =>
  chosenAt({ ...editing, base, now, past: [], future: [] }, editing.spot);

const arrows: Readonly<Record<string, Point>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/**
 * What a key does to the shape: arrows move the chosen point by 1 point, with Shift by 10; Delete
 * removes it, Insert adds one behind it; Ctrl+Z and Ctrl+Shift+Z go back and forth. Null for any other.
 */
export const keyed = (
  editing: Editing,
  page: { box: Box; rotate: number },
  { key, shiftKey, ctrlKey, metaKey }: Pressed,
): Editing | null => {
  const by = arrows[key];
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() !== "z") return null;
    return shiftKey ? redoneLast(editing) : undoneLast(editing);
  }
  if (by) return nudged(editing, page, shiftKey ? [by[0] * 10, by[1] * 10] : by);
  if (key === "Delete") return removed(editing);
  return key === "Insert" ? addedAfter(editing) : null;
};
