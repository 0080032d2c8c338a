import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, day, type Day } from "#kernel/time.ts";
import { blocksOf, lastBankDay, monthOf, reconcile, type MonthKnown } from "./reconcile.model.ts";

const { firstDay, lastDay } = monthOf("2026-10");

const known = (over: Partial<MonthKnown> = {}): MonthKnown => ({
  account: "First Bank ••1234",
  firstDay,
  lastDay,
  opening: 1_000_00,
  closing: { cents: 1_000_00, onDay: lastDay, number: "BST-2027-00001" },
  reaches: true,
  over: true,
  openLines: { count: 0, cents: 0, alarms: 0 },
  movements: { paid: 0, voided: 0, returned: 0, receipts: 0, fees: 0, named: 0 },
  payments: [],
  receipts: [],
  ...over,
});

test("months and the last day on which banks settle in them", () => {
  expect(monthOf("2028-02")).toEqual({ firstDay: "2028-02-01", lastDay: "2028-02-29" });
  expect(lastBankDay(day("2026-10-31"))).toBe("2026-10-30");
  // Thanksgiving is a Thursday; the 31st of May 2027 is Memorial Day.
  expect(lastBankDay(day("2027-05-31"))).toBe("2027-05-28");
});

// What became of a payment: the days of its steps, counted from the first of the month; null: never.
type Told = { cents: number; issued: number; presented: number | null; back: number | null };
const told: fc.Arbitrary<Told> = fc
  .record({
    cents: fc.integer({ min: 1, max: 900_000 }),
    issued: fc.integer({ min: -40, max: 40 }),
    wait: fc.option(fc.integer({ min: 0, max: 60 })),
    returns: fc.option(fc.integer({ min: 0, max: 20 })),
    late: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ cents, issued, wait, returns }) => ({
    cents,
    issued,
    presented: wait === null ? null : issued + wait,
    back: wait === null || returns === null ? null : issued + wait + returns,
  }));

const on = (n: number): Day => addDays(firstDay, n);

test("over drawn histories both sides come to the same balance, and it is the naive one", () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 30 }), fc.integer({ min: -5, max: 5 }), (all, fees) => {
      const until = (n: number | null, at: Day) => n !== null && on(n) <= at;
      const booked = (p: Told, at: Day) =>
        (until(p.issued, at) ? -p.cents : 0) + (until(p.back, at) ? p.cents : 0);
      const moved = (p: Told, at: Day) =>
        (until(p.presented, at) ? -p.cents : 0) + (until(p.back, at) ? p.cents : 0);
      const sum = (of: (p: Told, at: Day) => number, at: Day) =>
        all.reduce((n, p) => n + of(p, at), 0);
      const before = addDays(firstDay, -1);
      const r = reconcile(
        known({
          opening: 50_000_00 + sum(booked, before),
          closing: {
            cents: 50_000_00 + sum(moved, lastDay) + fees,
            onDay: lastDay,
            number: "BST-2027-00001",
          },
          movements: {
            ...known().movements,
            paid: sum(booked, lastDay) - sum(booked, before),
            fees,
          },
          payments: all.map((p, n) => ({
            id: String(n),
            number: `PAY-${n}`,
            vendor: "Prairie Stone",
            method: "check",
            reference: String(1000 + n),
            paidOn: on(p.issued),
            book: booked(p, lastDay),
            bank: moved(p, lastDay),
            outstanding: until(p.issued, lastDay) && !until(p.presented, lastDay) ? p.cents : 0,
          })),
        }),
      );
      expect(r.difference).toBe(0);
      expect(r.book).toBe(50_000_00 + sum(booked, lastDay) + fees);
      expect(r.items.every((i) => i.cents !== 0)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("whatever stops a month is said at once, each with what to do", () => {
  const m = known({
    over: false,
    reaches: false,
    closing: { cents: 900_00, onDay: day("2026-10-20"), number: "BST-2027-00001" },
    openLines: { count: 3, cents: -100_00, alarms: 1 },
  });
  expect(blocksOf(m, reconcile(m))).toEqual([
    "The month ends on Oct 31, 2026. It is reviewed once it is over.",
    "Statements of First Bank ••1234 end with Oct 20, 2026. Load them up to Oct 30, 2026.",
    "1 check must not have been paid so. Settle each with the bank, then say in words what it was.",
    "2 lines of its statements are not matched. Match or name each.",
  ]);
});

test("a difference that no record explains is never let through", () => {
  const m = known({ opening: 999_99 });
  expect(blocksOf(m, reconcile(m))).toEqual(["The sides differ by $0.01 that no record explains."]);
});
