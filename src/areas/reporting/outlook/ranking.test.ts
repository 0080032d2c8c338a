import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { cashFinding, outlookFinding, tooShort } from "./outlook.labels.ts";
import { cashUntil, cashWeeks, lowestOf, ranked } from "./ranking.model.ts";

const today = day("2026-11-26");
const row = (id: string, cents: number | null, on: string | null) => ({
  id,
  text: id,
  cents,
  on: on === null ? null : day(on),
  band: null,
  error: "",
  opens: `/${id}`,
});

test("what nobody wants stands by money and nearness; what is no money stands behind, the nearest first", () => {
  const rows = [
    row("backlog late", null, "2027-06-01"),
    row("later and twice", 2_000_00, "2027-02-24"),
    row("backlog", null, "2027-01-01"),
    row("today", 1_000_00, "2026-11-26"),
    row("next year, much", 90_000_00, null),
  ];
  expect(ranked(rows, today).map((each) => each.id)).toEqual([
    "next year, much",
    "today",
    "later and twice",
    "backlog",
    "backlog late",
  ]);
  expect(outlookFinding(ranked(rows, today))).toEqual([
    { text: "next year, much", to: "/next year, much" },
    { text: "4 more things that nobody wants" },
  ]);
  expect(outlookFinding([])).toEqual([]);
});

test("thirteen weeks of cash: what was due before is due now, what has no day counts nowhere", () => {
  const moves = [
    { on: day("2026-10-01"), cents: -300_00 },
    { on: day("2026-12-02"), cents: -100_00 },
    { on: day("2026-12-03"), cents: 250_00 },
    { on: null, cents: 900_00 },
    { on: day("2027-02-24"), cents: -50_00 },
    { on: day("2027-02-25"), cents: -7_00 },
  ];
  const weeks = cashWeeks(moves, today, 100_00);
  expect(weeks).toHaveLength(13);
  expect(weeks[0]).toEqual({
    from: "2026-11-26",
    until: "2026-12-02",
    comes: 0,
    goes: 400_00,
    balance: -300_00,
  });
  expect(weeks[1]).toMatchObject({ comes: 250_00, goes: 0, balance: -50_00 });
  expect(weeks.at(-1)).toMatchObject({ until: cashUntil(today), goes: 50_00, balance: -100_00 });
  expect(lowestOf(weeks).until).toBe("2026-12-02");
});

test("cash is said with what is on hand, and without", () => {
  const weeks = cashWeeks([{ on: today, cents: -300_00 }], today, 0);
  expect(cashFinding(weeks, -300_00, false)).toBe(
    "For 13 weeks $300.00 must be on hand: $300.00 goes out and $0.00 comes in",
  );
  expect(cashFinding(weeks, -50_00, true)).toContain("Cash falls short by $50.00");
  expect(cashFinding(weeks, 50_00, true)).toContain("Cash holds for 13 weeks, $50.00 at the least");
  expect(cashFinding(cashWeeks([], today, 0), 0, false)).toContain("Nothing that is recorded");
  expect(tooShort({ has: 1, needs: 24 })).toBe(
    "1 month of it is known; a forecast needs 24, two whole seasons.",
  );
});
