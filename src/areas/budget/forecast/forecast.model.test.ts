// Series whose law is known: the method that knows the law wins; what is still to come never reaches
// a forecast; where nothing can be known better, the naive method is used and said so.
import { expect, test } from "vitest";
import { backTest, changed, forecast, together, type YearSeries } from "./forecast.model.ts";

const season = [6, 6, 5, 5, 6, 8, 10, 12, 13, 12, 9, 8];
const year = (y: number, level: number, months = season): YearSeries => ({
  year: y,
  months: months.map((share) => Math.round((level * share) / 100)),
});

// The same at every run.
const drawing = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

test("a season on changing levels is forecast by its shares", () => {
  const past = [year(2023, 100_000_00), year(2024, 160_000_00), year(2025, 90_000_00)];
  const found = forecast({ past, current: year(2026, 200_000_00).months.slice(0, 4) });
  expect(found.method).toBe("seasonal_shares");
  expect(found.cents).toBe(200_000_00);
  expect(found.chosen).toBe("won");
  expect(found.scores.find((s) => s.method === "seasonal_shares")!.relativeError).toBeLessThan(
    0.01,
  );
});

test("the same every month on changing levels is forecast by the run rate as well as by shares", () => {
  const flat = Array<number>(12).fill(100 / 12);
  const past = [year(2023, 120_000_00, flat), year(2024, 60_000_00, flat)];
  const found = forecast({ past, current: year(2025, 240_000_00, flat).months.slice(0, 3) });
  expect(["run_rate", "seasonal_shares"]).toContain(found.method);
  expect(found.cents).toBe(240_000_00);
});

test("a bill that comes once a year, moved about in it, is forecast by the rest of last year or naively", () => {
  const past = [2022, 2023, 2024].map((y) => ({
    year: y,
    months: season.map((_, m) => (m === 10 ? 50_000_00 : 1_000_00)),
  }));
  const found = forecast({ past, current: [1_000_00, 1_000_00] });
  expect(found.cents).toBe(61_000_00);
});

test("open orders that always become nine tenths are forecast by them", () => {
  const draw = drawing(5);
  const past: YearSeries[] = [2021, 2022, 2023, 2024].map((y) => {
    const months = season.map(() => Math.round(draw() * 40_000_00));
    const open = months.map((_, m) =>
      Math.round(months.slice(m + 1).reduce((sum, c) => sum + c, 0) / 0.9),
    );
    return { year: y, months, open };
  });
  const found = forecast({ past, current: [10_000_00, 0, 25_000_00], open: 100_000_00 });
  expect(found.method).toBe("commitments");
  expect(found.cents).toBe(35_000_00 + 90_000_00);
});

test("where nothing beats the naive method it is used, and said so", () => {
  // The year is the same to the cent, and its months are drawn anew: only last year's sum tells.
  const draw = drawing(9);
  const past = [2021, 2022, 2023, 2024].map((y) => {
    const months = season.map(() => Math.round(draw() * 1_000_00));
    months[11] = 50_000_00 - months.slice(0, 11).reduce((sum, c) => sum + c, 0);
    return { year: y, months };
  });
  const found = forecast({ past, current: [700_00, 10_00] });
  expect(found).toMatchObject({ method: "naive", chosen: "naive", cents: 50_000_00 });
});

test("nothing of the future leaks into a forecast", () => {
  const draw = drawing(3);
  const drawn = (y: number) => ({
    year: y,
    months: season.map(() => Math.round(draw() * 9_000_00)),
  });
  const past = [2021, 2022, 2023].map(drawn);
  const trials = backTest(past);
  for (let later = 1; later < past.length; later++)
    for (let at = 1; at < 12; at++) {
      const other = past.map((each, y) => ({
        ...each,
        months: each.months.map((cents, m) =>
          y > later || (y === later && m >= at) ? cents * 3 + 77_00 : cents,
        ),
      }));
      const index = (later - 1) * 11 + at - 1;
      expect(backTest(other)[index]!.said).toEqual(trials[index]!.said);
    }
});

test("a band holds its forecast; one year is too few to test; nothing spent yet is no forecast of nothing", () => {
  const past = [year(2022, 80_000_00), year(2023, 100_000_00), year(2024, 120_000_00)];
  const found = forecast({ past, current: year(2025, 110_000_00).months.slice(0, 6) });
  expect(found.low).toBeLessThanOrEqual(found.cents);
  expect(found.high).toBeGreaterThanOrEqual(found.cents);
  expect(forecast({ past: past.slice(0, 1), current: [5_00] }).chosen).toBe("untested");
  expect(forecast({ past, current: [0] }).cents).toBeGreaterThan(0);
});

test("what departments have together is the sum of their months; a scenario leaves what is spent", () => {
  const past = [year(2023, 10_000_00), year(2024, 20_000_00)];
  const both = together([
    { past, current: [1_00, 2_00] },
    { past: past.slice(1), current: [10_00, 20_00] },
  ]);
  expect(both.current).toEqual([11_00, 22_00]);
  expect(both.past.map((y) => y.months[0])).toEqual([600_00, 2_400_00]);
  expect(changed(100_00, 40_00, 1000)).toBe(106_00);
});

test("a year does not end below what is spent, open and under contract, nor does its band", () => {
  const past = [year(2022, 20_000_00), year(2023, 24_000_00), year(2024, 28_000_00)];
  const current = year(2025, 27_986_00).months.slice(0, 1);
  const below = forecast({ past, current });
  expect(below.cents).toBeLessThan(41_617_00);
  const found = forecast({ past, current, floor: 41_617_00 });
  expect(found).toMatchObject({ cents: 41_617_00, floor: 41_617_00, raised: true });
  expect(found.low).toBeGreaterThanOrEqual(41_617_00);
  expect(found.high).toBeGreaterThan(41_617_00);
  // What is bound beyond the budget is bound to run out, whatever the method says.
  expect(forecast({ past, current, floor: 159_066_00 }).cents).toBeGreaterThan(150_000_00);
  expect(
    together([
      { past, current, floor: 5 },
      { past, current },
    ]).floor,
  ).toBe(5);
});

test("a band after one month is not nothing, however even the past years were, and closes with the year", () => {
  const past = [year(2022, 100_000_00), year(2023, 100_000_00), year(2024, 100_000_00)];
  const wide = (months: number) => {
    const found = forecast({ past, current: year(2025, 100_000_00).months.slice(0, months) });
    return found.high - found.low;
  };
  expect(wide(1)).toBeGreaterThan(15_000_00);
  expect(wide(6)).toBeLessThan(wide(1));
  expect(wide(12)).toBe(0);
  const untested = forecast({ past: past.slice(0, 1), current: [5_000_00] });
  expect(untested.chosen).toBe("untested");
  expect(untested.high).toBeGreaterThan(untested.cents);
});
