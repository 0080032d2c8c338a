import { expect, test } from "vitest";
import { burnOutOn } from "./burn.model.ts";

test("at the pace of the last 180 days, or of the days since the first order", () => {
  // 1,800 in 180 days are 10 a day: 300 last 30 days.
  expect(burnOutOn({ drawn: 1_800_00, days: 400, left: 300_00 }, "2026-11-23")).toBe("2026-12-23");
  // 500 in 50 days are 10 a day.
  expect(burnOutOn({ drawn: 500_00, days: 50, left: 100_00 }, "2026-11-23")).toBe("2026-12-03");
  // One order yesterday is no pace of a day: it counts as one of 30.
  expect(burnOutOn({ drawn: 300_00, days: 1, left: 100_00 }, "2026-11-23")).toBe("2026-12-03");
});

test("nothing drawn has no day; what is used up has today", () => {
  expect(burnOutOn({ drawn: 0, days: 90, left: 1_00 }, "2026-11-23")).toBeNull();
  expect(burnOutOn({ drawn: -5, days: 90, left: 1_00 }, "2026-11-23")).toBeNull();
  expect(burnOutOn({ drawn: 9_00, days: 90, left: 0 }, "2026-11-23")).toBe("2026-11-23");
});
