import { expect, test } from "vitest";
import { scrolledTo } from "./inSight.ts";

test("the current place of a row is brought into sight, and a row that fits stays", () => {
  const row = { scrollLeft: 0, clientWidth: 360, scrollWidth: 900 };
  expect(scrolledTo(row, { offsetLeft: 16, offsetWidth: 60 })).toBe(0);
  expect(scrolledTo(row, { offsetLeft: 480, offsetWidth: 100 })).toBe(244);
  expect(scrolledTo({ ...row, scrollLeft: 500 }, { offsetLeft: 80, offsetWidth: 60 })).toBe(56);
  expect(scrolledTo({ ...row, scrollWidth: 360 }, { offsetLeft: 480, offsetWidth: 100 })).toBe(0);
});
