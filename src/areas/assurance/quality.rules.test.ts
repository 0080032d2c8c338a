import { expect, test } from "vitest";
import { limitsOf } from "#kernel/control-chart.ts";
import { day } from "#kernel/time.ts";
import { measures, shownValue } from "./quality/measures.labels.ts";
import {
  lastDone,
  periodEnd,
  periodLabel,
  periodName,
  periodStart,
} from "./quality/period.model.ts";
import { chartFinding, meets, signalSaid } from "./quality/words.model.ts";

test("weeks begin on Monday, months on their first; a period counts once it is over", () => {
  expect(periodStart("week", day("2026-03-01"))).toBe("2026-02-23");
  expect(periodStart("week", day("2026-03-02"))).toBe("2026-03-02");
  expect(periodStart("month", day("2028-02-29"))).toBe("2028-02-01");
  expect(periodEnd("month", day("2028-02-01"))).toBe("2028-02-29");
  expect(periodEnd("week", day("2026-12-28"))).toBe("2027-01-03");
  expect(lastDone("month", day("2026-03-31"))).toBe("2026-02-28");
  expect(lastDone("week", day("2026-03-02"))).toBe("2026-03-01");
  expect(lastDone("week", day("2026-03-08"))).toBe("2026-03-01");
  expect(periodName("month", day("2026-03-01"))).toBe("Mar 2026");
  expect(periodName("week", day("2026-03-02"))).toBe("week of Mar 2, 2026");
  expect(periodLabel("week", day("2026-03-02"))).toBe("Mar 2, 2026");
});

test("a target is met on its own side, and on the line", () => {
  expect(meets({ direction: "at_least", target: 95 }, 95)).toBe(true);
  expect(meets({ direction: "at_least", target: 95 }, 94.99)).toBe(false);
  expect(meets({ direction: "at_most", target: 5 }, 5)).toBe(true);
  expect(meets({ direction: "at_most", target: 5 }, 5.01)).toBe(false);
});

test("values read as people say them", () => {
  expect(shownValue("firstPass", 83.3333)).toBe("83.3%");
  expect(shownValue("rejected", 0.06391)).toBe("0.064%");
  expect(shownValue("rejected", 0)).toBe("0%");
  expect(shownValue("needToOrder", 1)).toBe("1 day");
  expect(shownValue("needToOrder", 4.52)).toBe("4.5 days");
});

const of = { measure: "firstPass", period: "month" } as const;
const months = ["01", "02", "03", "04", "05", "06", "07", "08"].map((m) => day(`2026-${m}-01`));
const points = (values: readonly number[]) =>
  values.map((value, at) => ({ on: months[at]!, value, records: 10 }));

test("a signal says what, when and against which line", () => {
  const limits = { ...limitsOf([80, 82, 81, 83])!, lower: 70.2, mean: 81.5, rangeUpper: 5.4 };
  const values = points([80, 82, 61.5, 60, 70, 71, 72, 73]);
  const said = (kind: "outside" | "run" | "range", from: number, to: number) =>
    signalSaid(
      of,
      { kind, side: kind === "range" ? "above" : "below", from: months[from]!, to: months[to]! },
      values,
      limits,
    );
  expect(said("outside", 2, 2)).toBe("Mar 2026: 61.5% is under the limit of 70.2%");
  expect(said("outside", 2, 3)).toBe(
    "Apr 2026: 60% is under the limit of 70.2%, 2 months one after the other",
  );
  expect(said("run", 0, 7)).toBe(
    "8 months one after the other below the mean of 81.5%, since Jan 2026",
  );
  expect(said("range", 4, 4)).toBe("May 2026: a leap to 70%, farther than the 5.4% that are usual");
});

test("the title of a chart is its newest signal, else how the last value stands", () => {
  const met = { ...of, direction: "at_least", target: 90 } as const;
  const limits = limitsOf([80, 90, 80, 90])!;
  const chart = { points: points([80, 90]), limits, signals: [], inBase: 8 };
  expect(chartFinding(met, chart)).toBe("Feb 2026: 90% meets the target of 90%, within the limits");
  expect(chartFinding(met, { ...chart, limits: null, inBase: 1, points: points([80]) })).toBe(
    "Jan 2026: 80% misses the target of 90%; 1 value of the 6 that limits need",
  );
  expect(chartFinding(met, { ...chart, points: [] })).toBe("No record in any finished period yet");
  const signals = [
    { said: "older", to: months[0]! },
    { said: "newer", to: months[1]! },
  ];
  expect(chartFinding(met, { ...chart, signals })).toBe("newer");
});

test("every list that a value opens asks for the days of its period", () => {
  const span = { from: day("2026-03-01"), to: day("2026-03-31") };
  for (const [name, look] of Object.entries(measures)) {
    const query = look.list?.(span);
    if (name !== "rejected") expect(query).toMatch(/\.min=2026-03-01&\w+\.max=2026-03-31$/);
    expect(look.record("x")).toMatch(/^\/[a-z-]+\/x$/);
  }
});
