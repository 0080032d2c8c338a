import fc from "fast-check";
import { expect, test } from "vitest";
import { daysWithin, type Waited } from "./waiting.model.ts";

const ended = (...days: number[]): Waited[] =>
  days.map((each) => ({ days: each, ended: true, cases: 1 }));
const open = (...days: number[]): Waited[] =>
  days.map((each) => ({ days: each, ended: false, cases: 1 }));

test("weeks of remission under 6-mercaptopurine (Freireich and others, 1963): the median is 23", () => {
  const waited = [
    ...ended(6, 6, 6, 7, 10, 13, 16, 22, 23),
    ...open(6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35),
  ];
  // By hand: 18/21 = .857, × 16/17 = .807, × 14/15 = .753, × 11/12 = .690, × 10/11 = .627, × 6/7 = .538,
  // × 5/6 = .448, the first at or below a half.
  expect(daysWithin(waited, 50)).toBe(23);
  expect(daysWithin(waited, 25)).toBe(13);
  expect(daysWithin(waited, 90)).toBeNull();
});

test("open cases are neither left out nor counted as ended", () => {
  // Of four bills one was paid after 10 days, one after 20; two are open since 15 days.
  const waited = [...ended(10, 20), ...open(15, 15)];
  // 3/4 after 10 days, 0 after 20: without the open ones the median would be 10, with them as ended 15.
  expect(daysWithin(waited, 50)).toBe(20);
  expect(daysWithin(open(3, 4), 50)).toBeNull();
  expect(daysWithin([], 50)).toBeNull();
  expect(daysWithin([...ended(5), ...open(5)], 50)).toBe(5);
  expect(daysWithin([{ days: 2, ended: true, cases: 9 }, ...ended(40)], 90)).toBe(2);
});

test("where everything has ended it is the value at that place of the order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(50, 90),
      (days, percent) => {
        const ordered = days.toSorted((a, b) => a - b);
        expect(daysWithin(ended(...days), percent)).toBe(
          ordered[Math.ceil((percent * days.length) / 100) - 1],
        );
      },
    ),
  );
});

test("a case that goes on never makes the estimate shorter than if it had ended today", () => {
  const times = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 20 });
  fc.assert(
    fc.property(times, times, (done, going) => {
      const asEnded = daysWithin(ended(...done, ...going), 50);
      const asOpen = daysWithin([...ended(...done), ...open(...going)], 50);
      if (asOpen !== null) expect(asOpen).toBeGreaterThanOrEqual(asEnded!);
    }),
  );
});
