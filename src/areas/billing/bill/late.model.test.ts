import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { consequenceOf, daysLate, daysOfDispute, stageOf } from "./late.model.ts";

const rule = { reminders: [15, 30, 45], readOnlyAfter: 90 };
const due = day("2027-03-01");
const plain = { dueOn: due, disputedOn: null, daysStopped: 0 };

test("a bill is late from the day behind its last one", () => {
  expect(daysLate(plain, due)).toBe(0);
  expect(daysLate(plain, addDays(due, 1))).toBe(1);
  expect(daysLate(plain, addDays(due, -20))).toBe(0);
});

test("reminders are due at 15, 30 and 45 days, read-only at 90, never under a declaration", () => {
  expect([0, 14, 15, 29, 30, 44, 45, 400].map((n) => stageOf(rule, n))).toEqual([
    0, 0, 15, 15, 30, 30, 45, 45,
  ]);
  expect(consequenceOf(rule, 0, false)).toBe("none");
  expect(consequenceOf(rule, 89, false)).toBe("late");
  expect(consequenceOf(rule, 90, false)).toBe("read_only");
  expect(consequenceOf(rule, 400, true)).toBe("late");
});

test("whatever is disputed and settled, only days without a dispute count", () => {
  const spans = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: -30, max: 0 }), spans, fc.nat(30), (first, disputes, after) => {
      let today = addDays(due, first);
      let clock = plain as {
        dueOn: typeof due;
        disputedOn: typeof due | null;
        daysStopped: number;
      };
      let counted = 0;
      const pass = (days: number, disputed: boolean) => {
        for (let n = 0; n < days; n++) {
          if (today >= due && !disputed) counted += 1;
          today = addDays(today, 1);
        }
      };
      for (const [free, held] of disputes) {
        pass(free, false);
        clock = { ...clock, disputedOn: today };
        pass(held, true);
        expect(daysLate(clock, today)).toBe(counted);
        const daysStopped = clock.daysStopped + daysOfDispute(clock, today);
        clock = { ...clock, disputedOn: null, daysStopped };
      }
      pass(after, false);
      expect(daysLate(clock, today)).toBe(counted);
    }),
    { numRuns: 300 },
  );
});
