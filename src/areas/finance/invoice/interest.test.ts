import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { interestTerms, interestUntil } from "./interest.model.ts";

// Minn. Stat. 471.425 subd. 4: 1.5 percent a month or part of one; at least $10 a month on $100 or more.
const minnesota = {
  interestBp: 150,
  interestLeast: 10_00,
  interestFrom: 100_00,
  interestRule: "Minn. Stat. 471.425",
};
const bill = (over: object = {}) => ({
  ...minnesota,
  dueOn: day("2026-03-31"),
  disputedDays: 0,
  owed: 2_000_00,
  payments: [],
  ...over,
});

const lawOf = (state: string) =>
  stateRules.find((rule) => rule.state === state && rule.key === "promptPayment")!;

test("nothing is owed on the due day; a day later a part of a month is a month", () => {
  expect(interestUntil(bill(), day("2026-03-31"))).toBe(0);
  expect(interestUntil(bill(), day("2026-04-01"))).toBe(30_00);
  expect(interestUntil(bill(), day("2026-04-30"))).toBe(30_00);
  expect(interestUntil(bill(), day("2026-05-01"))).toBe(60_00);
});

test("from a hundred dollars on a month costs ten at least; below it what the rate gives", () => {
  const on = day("2026-04-10");
  expect(interestUntil(bill({ owed: 100_00 }), on)).toBe(10_00);
  expect(interestUntil(bill({ owed: 99_99 }), on)).toBe(1_50);
  expect(interestUntil(bill({ owed: 666_66 }), on)).toBe(10_00);
  expect(interestUntil(bill({ owed: 666_67 }), on)).toBe(10_00);
  expect(interestUntil(bill({ owed: 700_00 }), on)).toBe(10_50);
});

test("a payment ends or lessens what later months cost, and not the month in which it came", () => {
  const half = bill({ payments: [{ paidOn: day("2026-04-15"), cents: 1_000_00 }] });
  expect(interestUntil(half, day("2026-04-20"))).toBe(30_00);
  expect(interestUntil(half, day("2026-05-10"))).toBe(45_00);
  const whole = bill({ payments: [{ paidOn: day("2026-04-15"), cents: 2_000_00 }] });
  expect(interestUntil(whole, day("2027-01-01"))).toBe(30_00);
  const inTime = bill({ payments: [{ paidOn: day("2026-03-31"), cents: 2_000_00 }] });
  expect(interestUntil(inTime, day("2027-01-01"))).toBe(0);
});

test("Illinois: one percent for each month or part of one, and no least amount", () => {
  const illinois = (owed: number) =>
    bill({ ...interestTerms([lawOf("Illinois")]), dueOn: day("2026-03-31"), owed });
  expect(interestUntil(illinois(2_000_00), day("2026-03-31"))).toBe(0);
  expect(interestUntil(illinois(2_000_00), day("2026-04-01"))).toBe(20_00);
  expect(interestUntil(illinois(2_000_00), day("2026-05-10"))).toBe(40_00);
  expect(interestUntil(illinois(100_00), day("2026-04-10"))).toBe(1_00);
  expect(interestUntil(illinois(123_45), day("2026-04-10"))).toBe(1_23);
});

test("Minnesota and Illinois as their rules are shipped", () => {
  expect(interestTerms([lawOf("Minnesota")])).toEqual(minnesota);
  expect(interestTerms([lawOf("Illinois")])).toEqual({
    interestBp: 100,
    interestLeast: 0,
    interestFrom: 0,
    interestRule: "50 ILCS 505/3, 505/4",
  });
});

test("days of a dispute in good faith come on top of the due day", () => {
  expect(interestUntil(bill({ disputedDays: 20 }), day("2026-04-20"))).toBe(0);
  expect(interestUntil(bill({ disputedDays: 20 }), day("2026-04-21"))).toBe(30_00);
});

test("of the rules that hold the one with the highest rate; none where none asks for interest", () => {
  const rule = (citation: string, parameters: Record<string, number>) => ({ citation, parameters });
  expect(interestTerms([rule("Default", { interestBp: 0 }), rule("Older", {})])).toEqual({
    interestBp: 0,
    interestLeast: 0,
    interestFrom: 0,
    interestRule: null,
  });
  expect(
    interestTerms([
      rule("City code", { interestBp: 100 }),
      rule("State act", { interestBp: 150, interestLeastCents: 10_00, interestFromCents: 100_00 }),
    ]),
  ).toEqual({ ...minnesota, interestRule: "State act" });
});
