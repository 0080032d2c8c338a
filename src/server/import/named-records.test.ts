import { expect, test } from "vitest";
import { NamedRecords } from "./named-records.ts";

test("200,000 keys: the row that named a record first is known, also after the arrays grew; a row's own keys twice are no other row's", () => {
  const named = new NamedRecords();
  const first = new Map<string, number>();
  for (let row = 2; row < 100_002; row++) {
    const keys = [`t${(row * 7919) % 90_000}`, `k${row}`, `k${row}`];
    const expected = keys.map((key) => first.get(key)).find((n) => n !== undefined);
    expect(named.name(keys, row)).toBe(expected);
    for (const key of keys) if (!first.has(key)) first.set(key, row);
  }
  expect(named.name(["k5", "k9"], 200_000)).toBe(5);
  expect(named.name(["new"], 200_001)).toBeUndefined();
});
