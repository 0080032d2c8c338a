import { expect, test } from "vitest";
import { boxBetween, grown, moved, shownBox } from "./geometry.ts";

// A letter page at double size, as it is and turned by 90 degrees.
const upright = { width: 1224, height: 1584, transform: [2, 0, 0, -2, 0, 1584] as const };
const turned = { width: 1584, height: 1224, transform: [0, 2, 2, 0, 0, 0] as const };
const box = { page: 0, x: 100, y: 700, width: 50, height: 20 };

test.each([
  ["upright", upright],
  ["turned", turned],
])("a box comes back where it was drawn, %s", (_name, page) => {
  const { left, top, width, height } = shownBox(page, box);
  const one = [left / 100, top / 100] as const;
  const two = [(left + width) / 100, (top + height) / 100] as const;
  expect({ page: 0, ...boxBetween(page, one, two) }).toEqual(box);
});

test("arrows move as the page is seen; larger boxes keep their upper left corner", () => {
  expect(moved(upright, box, 10, 5)).toMatchObject({ x: 110, y: 695 });
  expect(moved(turned, box, 10, 5)).toMatchObject({ x: 105, y: 710 });
  const larger = grown(upright, box, 10, 5);
  expect(larger).toMatchObject({ x: 100, y: 695, width: 60, height: 25 });
  expect(grown(upright, box, -100, 0)).toEqual(box);
});
