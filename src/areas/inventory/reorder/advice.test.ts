import { expect, test } from "vitest";
import { adviceOf } from "./advice.model.ts";

test("a reorder point is what is used until the slowest of the last orders came, in whole units", () => {
  const used = { days: 6, quantity: "182.5", over: 365 };
  // Half a bag a day: 24 days are 12, thirty more days 15.
  expect(adviceOf(used, [{ days: 9 }, { days: 24 }])).toEqual({
    ...{ point: "12", upTo: "27", leadDays: 24, perDay: "0.5", tooFew: null },
  });
  expect(adviceOf({ ...used, quantity: "182.5001" }, [{ days: 9 }, { days: 24 }])).toMatchObject({
    ...{ point: "13", upTo: "29" },
  });
  // What came on the day of its order still takes a day.
  expect(adviceOf(used, [{ days: 0 }, { days: 0 }])).toMatchObject({ point: "1", leadDays: 1 });
});

test("too few rows propose nothing and say how many are needed", () => {
  const enough = { days: 3, quantity: "9", over: 30 };
  const leads = [{ days: 4 }, { days: 5 }];
  expect(adviceOf(enough, leads).point).toBe("2");
  for (const [used, of] of [
    [{ ...enough, days: 2 }, leads],
    [{ ...enough, over: 29 }, leads],
    [enough, leads.slice(1)],
  ] as const)
    expect(adviceOf(used, of).tooFew).toMatch(
      /^A reorder point is worked out of at least 3 days with issues, 2 receipts of orders and 30 days of movements: /,
    );
  expect(adviceOf({ ...enough, quantity: "0" }, leads).tooFew).toBe(
    "As much came back as went out: nothing is used of it.",
  );
});
