import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { limitWords, varianceFinding } from "./variance.labels.ts";
import {
  comparedYear,
  explanationInput,
  inOrderOfNeed,
  mustBeExplained,
} from "./variance.model.ts";

const limits = { percent: 10, cents: 10_000_00 };

test.each([
  ["at both figures", 100_000_00, 10_000_00, false],
  ["a cent above both", 100_000_00, 10_000_01, true],
  ["overspent by a cent more", 100_000_00, -10_000_01, true],
  ["12 % of a small budget", 50_000_00, 6_000_00, false],
  ["much money and 5 %", 1_000_000_00, 50_000_00, false],
  ["exactly 10 % of a large budget", 1_000_000_00, 100_000_00, false],
  ["a cent above 10 % of it", 1_000_000_00, 100_000_01, true],
  ["spent without a budget", 0, -10_000_01, true],
  ["little spent without a budget", 0, -9_999_99, false],
  ["nothing", 0, 0, false],
])("a row that differs by %s", (_what, budgetCents, varianceCents, expected) => {
  expect(mustBeExplained({ budgetCents, varianceCents }, limits)).toBe(expected);
});

test("while the year runs only what is overspent already must be explained", () => {
  const running = { ...limits, runsUntil: day("2027-06-30") };
  const of = (varianceCents: number) =>
    mustBeExplained({ budgetCents: 100_000_00, varianceCents }, running);
  expect([of(90_000_00), of(0), of(-10_000_00), of(-10_000_01)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(varianceFinding([{ needed: true, written: null }], running)).toBe(
    "One row is overspent by more than 10% and $10,000.00 and is not explained. What is not spent by Jun 30, 2027 is explained once the year has ended.",
  );
});

const asked = {
  measures: ["budget.variance", "budget.budget"],
  by: ["fund", "department"],
  where: { side: ["spending"] },
};

test("explanations belong to the comparison of spending of one year by fund and department, as of now", () => {
  expect(comparedYear(asked, 2027)).toBe(2027);
  expect(comparedYear({ ...asked, by: ["department", "fund"] }, 2027)).toBe(2027);
  const of = (...fiscalYear: string[]) => ({
    ...asked,
    where: { ...asked.where, fiscalYear },
  });
  expect(comparedYear(of("2026"), 2027)).toBe(2026);
  expect(comparedYear(of("2026", "2027"), 2027)).toBeNull();
  expect(comparedYear(asked, undefined)).toBeNull();
  expect(comparedYear({ ...asked, by: ["department"] }, 2027)).toBeNull();
  expect(comparedYear({ ...asked, where: { side: ["revenue"] } }, 2027)).toBeNull();
  expect(comparedYear({ ...asked, measures: ["budget.budget"] }, 2027)).toBeNull();
  expect(comparedYear({ ...asked, posted: "2026-11-01" }, 2027)).toBeNull();
  expect(comparedYear({ ...asked, beside: "share" }, 2027)).toBeNull();
});

test("what is not explained stands first, the largest difference first", () => {
  const row = (id: string, needed: boolean, written: boolean, varianceCents: number) => ({
    id,
    needed,
    written: written ? ({} as never) : null,
    budgetCents: 0,
    varianceCents,
  });
  const rows = [
    row("need not", false, false, 5),
    row("explained", true, true, 90_000_00),
    row("open, less", true, false, 20_000_00),
    row("open, overspent", true, false, -30_000_00),
    row("said though it need not", false, true, 1),
  ];
  expect(inOrderOfNeed(rows).map(({ id }) => id)).toEqual([
    "open, overspent",
    "open, less",
    "explained",
    "said though it need not",
    "need not",
  ]);
});

test("the finding says how many rows differ by more and how many are not explained", () => {
  const rows = (open: number, explained: number) => [
    ...Array.from({ length: open }, () => ({ needed: true, written: null })),
    ...Array.from({ length: explained }, () => ({ needed: true, written: {} })),
    { needed: false, written: null },
  ];
  const words = limitWords(limits);
  expect(words).toBe("10% and $10,000.00");
  expect([
    varianceFinding(rows(2, 3), limits),
    varianceFinding(rows(1, 1), limits),
    varianceFinding(rows(2, 0), limits),
    varianceFinding(rows(0, 2), limits),
    varianceFinding(rows(1, 0), limits),
    varianceFinding(rows(0, 0), limits),
  ]).toEqual([
    `5 rows differ from their final budget by more than ${words}, and 2 are not explained.`,
    `2 rows differ from their final budget by more than ${words}, and 1 is not explained.`,
    `2 rows differ from their final budget by more than ${words}, and none is explained.`,
    `2 rows differ from their final budget by more than ${words}, and all are explained.`,
    `One row differs from its final budget by more than ${words} and is not explained.`,
    `No row differs from its final budget by more than ${words}.`,
  ]);
});

test("an explanation has words, and nothing else is taken", () => {
  const id = "0192f0c1-7c1a-7b6e-8f00-000000000001";
  const given = { fiscalYearId: id, fundId: id, departmentId: id, explanation: " Stone rose " };
  expect(explanationInput.parse(given).explanation).toBe("Stone rose");
  const refused = [
    { ...given, explanation: "  a " },
    { ...given, explanation: "a".repeat(4001) },
    { ...given, more: 1 },
    { ...given, fundId: "101" },
  ];
  for (const each of refused) expect(explanationInput.safeParse(each).success).toBe(false);
});
