import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { risingBy } from "./outlook.service.ts";

const first = day("2025-01-01");
const line = (n: number, price: number) => ({ day: addDays(first, n * 73), price, cents: 100_00 });

test("a price that rises by a tenth a year makes last year's buying so much dearer", () => {
  // 0.2 in 73 days, 1 in a year, at a middle price of 10.6.
  const rising = Array.from({ length: 7 }, (_, n) => line(n, 10 + n * 0.2));
  const found = risingBy(rising, day("2025-12-01"))!;
  expect(found.percent).toBeCloseTo((100 * 0.2 * 365.25) / 73 / 10.6, 6);
  // One line is younger than that day's year: two of them, at 100.00 each.
  expect(found.cents).toBe(Math.round((200_00 * found.percent) / 100));
});

test("what stays, falls, or moves within its spread is no news", () => {
  expect(
    risingBy(
      [10, 10, 10, 10, 10].map((price, n) => line(n, price)),
      first,
    ),
  ).toBeNull();
  expect(
    risingBy(
      [10, 9, 8, 7, 6].map((price, n) => line(n, price)),
      first,
    ),
  ).toBeNull();
  expect(
    risingBy(
      [10, 14, 9, 15, 8, 15, 10].map((price, n) => line(n, price)),
      first,
    ),
  ).toBeNull();
  expect(
    risingBy(
      [10, 12].map((price, n) => line(n, price)),
      first,
    ),
  ).toBeNull();
});
