import { expect, test } from "vitest";
import { ownWrites } from "./own-writes.ts";

const [id, other] = [
  "0190b7a2-6a1b-7000-8000-000000000001",
  "0190b7a2-6a1b-7000-8000-000000000002",
];
const path = `/api/v1/schedule-proposals/${id}/actions/decide`;
const next = (of: string) => (version: number | undefined) =>
  Promise.resolve({ id: of, version: version! + 1, was: version });

test("a second press on the same page goes by what the first one made", async () => {
  const write = ownWrites();
  const answers = await Promise.all([1, 2, 3].map(() => write(path, 4, next(id))));
  expect(answers.map(({ was }) => was)).toEqual([4, 5, 6]);
  // Read anew, the page names the version that it shows.
  expect((await write(path, 9, next(id))).was).toBe(9);
});

test("what another record answered, and what failed, tells nothing of this one", async () => {
  const write = ownWrites();
  expect((await write(path, 4, next(other))).was).toBe(4);
  expect((await write(path, 4, next(id))).was).toBe(4);
  await expect(write(path, 4, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect((await write(path, 4, next(id))).was).toBe(5);
});

test("what names no record or no version is sent as it is", async () => {
  const write = ownWrites();
  expect(await write("/api/v1/requisitions", undefined, (v) => Promise.resolve(v))).toBeUndefined();
  expect(await write("/api/v1/settings", 3, (v) => Promise.resolve(v))).toBe(3);
});
