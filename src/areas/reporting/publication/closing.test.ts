import { expect, test } from "vitest";
import { randomOf } from "#server/testing/warning-feeds.ts";
import { fewestPeople, hiddenIn, hiddenOf, opened, privatePerson } from "./closing.model.ts";

const cases = "safetyCases.cases";
const measures = [{ id: cases, unit: "count" }];
const by = [{ id: "kind" }];
const answer = (values: readonly number[]) => ({
  by,
  measures,
  rows: values.map((value, n) => ({ keys: [`k${n}`], names: [`Kind ${n}`], cells: [{ value }] })),
  totals: [{ value: values.reduce((n, value) => n + value, 0) }],
});
const people = new Set([cases]);
const none = new Map<string, ReadonlySet<string>>();

test("fewer than eleven people are hidden, with what would betray them", () => {
  expect([...hiddenOf([40, 30])]).toEqual([]);
  expect([...hiddenOf([40, 10, 30])].toSorted()).toEqual([1, 2]);
  // Two together are too few still: a third goes.
  expect([...hiddenOf([3, 4, 50, 12])].toSorted()).toEqual([0, 1, 3]);
  expect([...hiddenOf([0, 11])]).toEqual([]);
  const shown = opened(answer([40, 10, 30, 0]), people, none);
  expect(shown.rows.map((row) => row.cells[0]!.value)).toEqual([40, null, null, 0]);
  expect(shown).toMatchObject({ hidden: 2, totals: [{ value: 80 }] });
});

test("a total of too few is hidden with its rows; other figures are not", () => {
  const shown = opened(answer([3, 4]), people, none);
  expect(shown.totals).toEqual([{ value: null, hidden: true }]);
  expect(shown.rows.every((row) => row.cells[0]!.value === null)).toBe(true);
  expect(opened(answer([3, 4]), new Set(), none).rows[0]!.cells[0]).toEqual({ value: 3 });
});

test("what an earlier version hid stays hidden, though it grew", () => {
  const first = opened(answer([40, 10, 30]), people, none);
  const later = opened(answer([40, 14, 30]), people, none, hiddenIn(measures, first.rows));
  expect(later.rows.map((row) => row.cells[0]!.hidden ?? false)).toEqual([false, true, true]);
  expect(opened(answer([40, 14, 30]), people, none).hidden).toBe(0);
});

test("private persons lose their names and their keys", () => {
  const shown = opened(answer([40, 30]), new Set(), new Map([["kind", new Set(["k1"])]]));
  expect(shown.rows[1]).toMatchObject({ keys: [null], names: [privatePerson] });
  expect(shown.rows[0]).toMatchObject({ keys: ["k0"], names: ["Kind 0"] });
  expect(shown.replaced).toBe(1);
});

test("whatever the counts, what is hidden cannot be worked out from the total", () => {
  const next = randomOf(49);
  for (let n = 0; n < 5_000; n++) {
    const values = Array.from({ length: 1 + Math.floor(next() * 8) }, () =>
      Math.floor(next() ** 3 * 60),
    );
    const { rows, totals } = opened(answer(values), people, none);
    const hidden = values.filter((_, at) => rows[at]!.cells[0]!.hidden);
    for (const [at, value] of values.entries())
      if (value > 0 && value < fewestPeople) expect(rows[at]!.cells[0]!.hidden).toBe(true);
    if (totals[0]!.value === null || hidden.length === 0) continue;
    const rest = totals[0]!.value - rows.reduce((sum, row) => sum + (row.cells[0]!.value ?? 0), 0);
    expect(rest).toBe(hidden.reduce((sum, value) => sum + value, 0));
    expect(hidden.length).toBeGreaterThan(1);
    expect(rest).toBeGreaterThanOrEqual(fewestPeople);
  }
});
