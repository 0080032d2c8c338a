import { expect, test } from "vitest";
import type { Point } from "../geometry.model.ts";
import {
  addedAfter,
  addedAt,
  begunEditing,
  chosenAt,
  edgesOf,
  isChanged,
  keyed,
  neighbour,
  nudged,
  placed,
  rebased,
  redoneLast,
  removalRefusal,
  removed,
  undoneLast,
} from "./editing.model.ts";
import { clashWords, mergeShapes, type Rings } from "./merge.model.ts";

const square: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];
const hole: Point[] = [
  [20, 20],
  [40, 20],
  [40, 40],
];
const base: Rings = { points: square, cutOuts: [hole] };
const page = (rotate: number) => ({ box: [0, 0, 1224, 792] as const, rotate });
const keys = { shiftKey: false, ctrlKey: false, metaKey: false };
const press = (key: string, over: Partial<typeof keys> = {}) => ({ key, ...keys, ...over });

test("a point is moved, added and removed, taken back and done again", () => {
  const begun = begunEditing("area", base);
  expect(isChanged(begun)).toBe(false);
  const moved = placed(begun, { ring: 0, at: 2 }, [110.00049, 90]);
  expect(moved.now.points[2]).toEqual([110, 90]);
  expect(moved.spot).toEqual({ ring: 0, at: 2 });
  const added = addedAfter(moved);
  expect(added.now.points).toHaveLength(5);
  expect(added.now.points[3]).toEqual([55, 95]);
  const without = removed(added);
  expect(without.now.points).toEqual(moved.now.points);
  expect(undoneLast(undoneLast(undoneLast(without))).now).toEqual(base);
  expect(redoneLast(undoneLast(added)).now).toEqual(added.now);
  expect(undoneLast(begun)).toBe(begun);
  expect(redoneLast(begun)).toBe(begun);
  // What was taken back is gone once something else is done.
  expect(redoneLast(placed(undoneLast(moved), { ring: 0, at: 0 }, [1, 1])).now.points[0]).toEqual([
    1, 1,
  ]);
});

test("arrows move by one point of the page as it is looked at, with Shift by ten", () => {
  const begun = begunEditing("area", base);
  expect(keyed(begun, page(0), press("ArrowRight"))!.now.points[0]).toEqual([1, 0]);
  expect(keyed(begun, page(0), press("ArrowUp"))!.now.points[0]).toEqual([0, 1]);
  const far = keyed(begun, page(0), press("ArrowDown", { shiftKey: true }))!;
  expect(far.now.points[0]).toEqual([0, -10]);
  // Turned by a quarter, what lies to the right is up in the page's own points.
  expect(nudged(begun, page(90), [1, 0]).now.points[0]).toEqual([0, 1]);
  expect(nudged(begun, page(180), [1, 0]).now.points[0]).toEqual([-1, 0]);
  expect(nudged(begun, page(270), [0, 1]).now.points[0]).toEqual([-1, 0]);
  expect(keyed(far, page(0), press("z", { ctrlKey: true }))!.now).toEqual(base);
  const back = keyed(far, page(0), press("z", { metaKey: true }))!;
  expect(keyed(back, page(0), press("Z", { metaKey: true, shiftKey: true }))!.now).toEqual(far.now);
  expect(keyed(begun, page(0), press("Insert"))!.now.points).toHaveLength(5);
  expect(keyed(begun, page(0), press("Delete"))!.now.points).toHaveLength(3);
  for (const other of [press("x"), press("x", { ctrlKey: true })])
    expect(keyed(begun, page(0), other)).toBeNull();
});

test("the least points of a shape stay, and a cut-out of three goes whole", () => {
  const line = begunEditing("length", { points: square.slice(0, 2), cutOuts: [] });
  expect(removalRefusal(line)).toBe("Length needs 2 points at least.");
  expect(removed(line)).toBe(line);
  const inHole = chosenAt(begunEditing("area", base), { ring: 1, at: 9 });
  expect(inHole.spot).toEqual({ ring: 1, at: 2 });
  expect(removed(inHole)).toMatchObject({ now: { cutOuts: [] }, spot: { ring: 0 } });
});

test("points follow each other over outline and cut-outs, and edges offer their middle", () => {
  const begun = begunEditing("area", base);
  expect(neighbour(begun, -1)).toEqual({ ring: 1, at: 2 });
  expect(neighbour(chosenAt(begun, { ring: 0, at: 3 }), 1)).toEqual({ ring: 1, at: 0 });
  expect(edgesOf(begun)).toHaveLength(7);
  expect(edgesOf(begun)[3]).toEqual({ spot: { ring: 0, at: 4 }, at: [0, 50] });
  const line = begunEditing("length", { points: square, cutOuts: [] });
  expect(edgesOf(line)).toHaveLength(3);
  // The last point of a line has no edge behind it: the new one lies before it.
  const last = addedAfter(chosenAt(line, { ring: 0, at: 3 }));
  expect(last.now.points[3]).toEqual([50, 100]);
  const count = begunEditing("count", { points: square, cutOuts: [] });
  expect(edgesOf(count)).toEqual([]);
  expect(addedAfter(count).now.points[1]).toEqual([10, 0]);
});

const edit = (change: (points: Point[]) => Point[]): Rings => ({
  points: change([...square]),
  cutOuts: [hole],
});

test("changes of different points are laid together, those of the same point clash", () => {
  const mine = edit((points) => points.with(1, [120, 0]));
  const theirs = edit((points) => points.with(2, [100, 120]));
  expect(mergeShapes(base, mine, theirs)).toEqual({
    rings: {
      points: [
        [0, 0],
        [120, 0],
        [100, 120],
        [0, 100],
      ],
      cutOuts: [hole],
    },
    clashes: [],
  });
  const same = edit((points) => points.with(1, [130, 0]));
  const { rings, clashes } = mergeShapes(base, mine, same);
  expect(rings.points[1]).toEqual([120, 0]);
  expect(clashWords(clashes)).toBe("point 2");
  expect(mergeShapes(base, mine, same, "theirs").rings.points[1]).toEqual([130, 0]);
  expect(mergeShapes(base, mine, mine).clashes).toEqual([]);
});

test("an added point joins a moved one, a removed point and its change clash", () => {
  const added = edit((points) => points.toSpliced(2, 0, [105, 50]));
  const moved = edit((points) => points.with(2, [100, 120]));
  for (const [mine, theirs] of [
    [added, moved],
    [moved, added],
  ] as const)
    expect(mergeShapes(base, mine, theirs)).toMatchObject({
      rings: {
        points: [
          [0, 0],
          [100, 0],
          [105, 50],
          [100, 120],
          [0, 100],
        ],
      },
      clashes: [],
    });
  const gone = edit((points) => points.toSpliced(2, 1));
  expect(clashWords(mergeShapes(base, gone, moved).clashes)).toBe("point 3");
  const other = edit((points) => points.toSpliced(2, 0, [95, 50]));
  expect(clashWords(mergeShapes(base, added, other).clashes)).toBe("the line at point 3");
  const both = edit((points) => [...points.slice(0, 1), [99, 3], [97, 90], ...points.slice(3)]);
  const turned = edit((points) => points.toSpliced(1, 2));
  expect(clashWords(mergeShapes(base, both, turned).clashes)).toBe("points 2 to 3");
});

test("cut-outs are laid together where one of both changed them", () => {
  const mine = { points: square, cutOuts: [hole.with(0, [21, 21])] };
  const theirs = { points: square, cutOuts: [hole.with(1, [41, 20])] };
  expect(mergeShapes(base, mine, theirs).rings.cutOuts).toEqual([
    [
      [21, 21],
      [41, 20],
      [40, 40],
    ],
  ]);
  const none = { points: square, cutOuts: [] };
  expect(mergeShapes(base, none, base).rings.cutOuts).toEqual([]);
  expect(mergeShapes(base, base, none).rings.cutOuts).toEqual([]);
  expect(clashWords(mergeShapes(base, none, mine).clashes)).toBe("cut-out 1");
  const clash = { points: square, cutOuts: [hole.with(0, [22, 22])] };
  expect(clashWords(mergeShapes(base, mine, clash).clashes)).toBe("point 1 of cut-out 1");
});

test("of many points, every change of one side alone is kept", () => {
  const many = Array.from({ length: 400 }, (_, n): Point => [n, (n * n) % 97]);
  const shape = (step: number, from: number): Rings => ({
    points: many.map((at, n) => (n % step === from ? [at[0], at[1] + 0.5] : at)),
    cutOuts: [],
  });
  const { rings, clashes } = mergeShapes({ points: many, cutOuts: [] }, shape(7, 3), shape(14, 0));
  expect(clashes).toEqual([]);
  expect(rings.points.filter(([, y]) => y % 1 === 0.5)).toHaveLength(57 + 29);
});

test("what was done goes on from the shape that was read meanwhile", () => {
  const begun = placed(begunEditing("area", base), { ring: 0, at: 1 }, [120, 0]);
  const theirs = edit((points) => points.with(2, [100, 120]));
  const { rings } = mergeShapes(begun.base, begun.now, theirs);
  const on = rebased(begun, theirs, rings);
  expect(on).toMatchObject({ base: theirs, now: rings, past: [], spot: { ring: 0, at: 1 } });
  expect(addedAt(on, { ring: 0, at: 1 }, [60, 0]).now.points).toHaveLength(5);
});
