import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, day, daysBetween, type Day } from "#kernel/time.ts";
import { daysLeft, daysOf, discounted, periodAfter, periodOf, upgradeOf } from "./period.model.ts";

const anyDay = fc.integer({ min: 0, max: 3000 }).map((n) => addDays(day("2024-01-01"), n));
const billed = fc.constantFrom("month" as const, "year" as const);

test("periods follow each other without a gap, also behind the 31st", () => {
  expect(periodOf(day("2027-01-31"), "month", 0)).toEqual({ from: "2027-01-31", to: "2027-02-27" });
  expect(periodOf(day("2027-01-31"), "month", 1)).toEqual({ from: "2027-02-28", to: "2027-03-30" });
  expect(periodOf(day("2028-02-29"), "year", 1)).toEqual({ from: "2029-02-28", to: "2030-02-27" });
  fc.assert(
    fc.property(anyDay, billed, fc.integer({ min: 0, max: 60 }), (anchor, every, n) => {
      const one = periodOf(anchor, every, n);
      expect(periodAfter(anchor, every, one.to)).toEqual(periodOf(anchor, every, n + 1));
      expect(periodOf(anchor, every, n + 1).from).toBe(addDays(one.to, 1));
    }),
    { numRuns: 300 },
  );
});

test("the day of an upgrade is included, and the last day still costs its share", () => {
  const period = { from: day("2027-04-01"), to: day("2027-04-30") };
  expect(daysLeft(period, day("2027-04-01"))).toBe(30);
  expect(daysLeft(period, day("2027-04-30"))).toBe(1);
  expect(daysLeft(period, day("2027-05-01"))).toBe(0);
  expect(upgradeOf(500_00, day("2027-04-16"), period, 0).cents).toBe(250_00);
  expect(upgradeOf(500_00, day("2027-04-30"), period, 0).cents).toBe(16_67);
});

test("whatever changes in a period, all charges together are its days at their prices, to the cent", () => {
  const steps = fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 400 }), difference: fc.nat(99_900) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(anyDay, billed, fc.nat(99_900), steps, (anchor, every, first, changes) => {
      const period = periodOf(anchor, every, 0);
      const days = daysOf(period);
      const inOrder = changes
        .map(({ at, difference }) => ({ on: addDays(period.from, at % days), difference }))
        .toSorted((a, b) => (a.on < b.on ? -1 : 1));
      let prorated = 0;
      let charged = first;
      for (const { on, difference } of inOrder) {
        const step = upgradeOf(difference, on, period, prorated);
        prorated = step.prorated;
        charged += step.cents;
        const alone = (difference * daysLeft(period, on)) / days;
        expect(Math.abs(step.cents - alone)).toBeLessThanOrEqual(1);
      }
      // Day by day: the price that holds on it, a share of the period each.
      const priceOn = (on: Day) =>
        first + inOrder.reduce((sum, step) => sum + (step.on <= on ? step.difference : 0), 0);
      let whole = 0;
      for (let n = 0; n < days; n++) whole += priceOn(addDays(period.from, n));
      expect(daysBetween(period.from, period.to) + 1).toBe(days);
      expect(charged).toBe(Math.floor((2 * whole + days) / (2 * days)));
    }),
    { numRuns: 300 },
  );
});

test("a discount is rounded to the cent and never more than the price", () => {
  expect(discounted(499_00, 1000)).toBe(449_10);
  expect(discounted(999_00, 333)).toBe(965_73);
  expect(discounted(1, 5000)).toBe(1);
  expect(discounted(999_00, 10_000)).toBe(0);
});
