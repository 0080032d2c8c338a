import { expect, test } from "vitest";
import { mostReadings, readApart, readWhole, type Reading } from "./reader.ts";

const thread = new URL("../testing/reading.thread.ts", import.meta.url);
const read = (what: string, limits: Partial<Reading> = {}) =>
  readWhole<string, number>(thread, what, { path: "file", megabytes: 64, ...limits });

test("a reading that takes too much memory, time or depth ends with a sentence, and this thread goes on meanwhile", async () => {
  let beats = 0;
  const clock = setInterval(() => beats++, 10);
  const refusal = (sentence: RegExp) => ({
    code: "unreadable_file",
    status: 422,
    message: expect.stringMatching(sentence) as string,
  });
  await expect(read("memory")).rejects.toMatchObject(refusal(/more memory/));
  await expect(read("time", { seconds: 1 })).rejects.toMatchObject(refusal(/longer than 1 s/));
  await expect(read("depth")).rejects.toMatchObject(refusal(/nested too deeply/));
  await expect(read("fault")).rejects.toThrow("a defect of the program");
  clearInterval(clock);
  expect(beats).toBeGreaterThan(50);
});

test("who cancels while nothing comes ends the thread; who stops taking pieces, too; pieces come in order and no faster than they are taken", async () => {
  const cancelled = new Error("cancelled");
  const began = performance.now();
  const beat = async () => {
    throw cancelled;
  };
  await expect(read("time", { seconds: 60, beat })).rejects.toBe(cancelled);
  expect(performance.now() - began).toBeLessThan(10_000);
  const taken: number[] = [];
  for await (const n of readApart<string, number>(thread, "count", { path: "file" })) {
    taken.push(n);
    if (taken.length === 5) break;
  }
  expect(taken).toEqual([0, 1, 2, 3, 4]);
});

test("two to four files are read at once: who comes later waits its turn, or is told to come again", async () => {
  const ending = new AbortController();
  const long = Array.from({ length: mostReadings }, () =>
    read("time", { seconds: 60, beat: async () => ending.signal.throwIfAborted() }).catch(
      () => "ended",
    ),
  );
  await expect(read("count", { seconds: 1 })).rejects.toMatchObject({
    code: "reading_busy",
    status: 503,
  });
  const next = read("count", { seconds: 30 });
  ending.abort();
  expect(await next).toBe(0);
  expect(await Promise.all(long)).toEqual(Array(mostReadings).fill("ended"));
});
