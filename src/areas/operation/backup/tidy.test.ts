import { expect, test } from "vitest";
import { keptOf } from "./tidy.service.ts";

const day = (month: number, date: number) =>
  `levee-2027${String(month).padStart(2, "0")}${String(date).padStart(2, "0")}T072000000Z`;

test("the newest fourteen stay, and the last of each of the last twelve months", () => {
  const names = [1, 2, 3].flatMap((month) =>
    Array.from({ length: 28 }, (_, n) => day(month, n + 1)),
  );
  expect(keptOf([...names, "files", ".begun-x"]).sort()).toEqual([
    day(1, 28),
    day(2, 28),
    ...Array.from({ length: 14 }, (_, n) => day(3, n + 15)),
  ]);
});
