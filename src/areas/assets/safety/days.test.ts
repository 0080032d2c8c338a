// Days counted from dates, reckoned by hand at, before and after each limit of 29 CFR 1904.7(b)(3).
import { expect, test } from "vitest";
import { addDays, day, type Day } from "#kernel/time.ts";
import { countDays, type Span } from "./days.model.ts";

// Friday, 6 June 2025; Mondays to Fridays are worked.
const friday = day("2025-06-06");
const off = (each: Day) => [0, 6].includes(new Date(`${each}T00:00:00Z`).getUTCDay());
const span = (fromDay: string, toDay: string | null, over: Partial<Span> = {}): Span => ({
  kind: "away",
  basis: "agency",
  fromDay: day(fromDay),
  toDay: toDay === null ? null : day(toDay),
  ...over,
});
const count = (spans: readonly Span[], over: object = {}) =>
  countDays(spans, {
    happenedOn: friday,
    throughDay: day("2026-06-30"),
    endedOn: null,
    off,
    ...over,
  });
const restricted = { kind: "restricted" } as const;

test("hurt on Friday and back on Monday: the weekend counts by a clinician's word alone", () => {
  expect(count([span("2025-06-07", "2025-06-08")]).away).toBe(0);
  expect(count([span("2025-06-07", "2025-06-08", { basis: "clinician" })]).away).toBe(2);
});

test("days off count where a working day is missed with them, also holidays between", () => {
  expect(count([span("2025-06-07", "2025-06-09")]).away).toBe(3);
  // Thursday 3 July to Monday 7 July, with a holiday and a weekend between.
  expect(count([span("2025-07-03", "2025-07-07")]).away).toBe(5);
});

test("the day on which it happened is none; a first span that says it begins one later", () => {
  expect(count([span("2025-06-06", "2025-06-09")]).away).toBe(3);
});

test.each([
  [179, 179, 0, false],
  [180, 180, 0, true],
  [181, 180, 0, true],
])("%i days away count %i", (days, away, left, capped) => {
  const last = addDays(friday, days);
  expect(count([span("2025-06-07", last)])).toMatchObject({ away, restricted: left, capped });
});

test("the cap is of both kinds together, in the order of the days", () => {
  const early = span("2025-06-07", addDays(friday, 100));
  const late = span(addDays(friday, 101), addDays(friday, 200), restricted);
  expect(count([late, early])).toMatchObject({ away: 100, restricted: 80, capped: true });
  const first = span("2025-06-07", addDays(friday, 100), restricted);
  const then = span(addDays(friday, 101), addDays(friday, 200));
  expect(count([first, then])).toMatchObject({ away: 80, restricted: 100, capped: true });
});

test("a transfer counts with restricted work", () => {
  const spans = [
    span("2025-06-09", "2025-06-10"),
    span("2025-06-11", "2025-06-12", { kind: "transferred" }),
    span("2025-06-13", "2025-06-13", restricted),
  ];
  expect(count(spans)).toMatchObject({ away: 2, restricted: 3 });
});

test("what goes on counts to today; what a clinician expects counts in the estimate", () => {
  const throughDay = day("2025-06-12");
  expect(count([span("2025-06-09", null)], { throughDay })).toMatchObject({ away: 4, open: true });
  expect(count([span("2025-06-09", "2025-06-20")], { throughDay })).toMatchObject({
    away: 4,
    expectedAway: 12,
    open: false,
  });
});

test("who leaves for another reason is counted until then", () => {
  expect(count([span("2025-06-09", null)], { endedOn: day("2025-06-11") }).away).toBe(3);
  expect(count([span("2025-06-09", "2025-06-30")], { endedOn: day("2025-06-08") }).away).toBe(0);
});
