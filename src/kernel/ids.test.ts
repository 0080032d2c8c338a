import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids are UUIDv7 of now, each its own, and in the order in which they were made, also within a millisecond and over many refills of the random bytes", () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const after = Date.now();
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = (id: string) => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  expect(ids.every((id) => time(id) >= before && time(id) <= after)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(19_900);
});
