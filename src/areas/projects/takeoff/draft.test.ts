import { expect, test } from "vitest";
import { begunDraft, cutting, pointsOf, typedPoints, undone, withPoint } from "./draft.model.ts";

test("points are added to the outline, then to the cut-out begun last, and taken back in that order", () => {
  let draft = withPoint(withPoint(begunDraft("area"), [1.23456, 2]), [3, 4]);
  expect(draft.points).toEqual([
    [1.235, 2],
    [3, 4],
  ]);
  draft = withPoint(cutting(draft), [5, 6]);
  expect(draft).toMatchObject({ cutting: true, cutOuts: [[[5, 6]]] });
  draft = undone(undone(draft));
  expect(draft).toMatchObject({ cutting: false, cutOuts: [] });
  expect(undone(draft).points).toEqual([[1.235, 2]]);
});

test("points are typed as text, and read back as they were", () => {
  const points = [
    [1.5, -2],
    [3, 4],
  ] as const;
  expect(typedPoints(points)).toBe("1.5, -2; 3, 4");
  expect(pointsOf(typedPoints(points))).toEqual(points);
  expect(pointsOf("1, 2\n3,4;")).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (const odd of ["1", "1, 2; three, 4", "1,2,3", "NaN, 1"]) expect(pointsOf(odd)).toBeNull();
});
