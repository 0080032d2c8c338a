import { answerPieces } from "../reading/thread.ts";

const held: unknown[] = [];

/** A reading that does as it is told, for the tests of what bounds it. */
await answerPieces<string, number>(async function* (what) {
  if (what === "memory") for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => `${i}`));
  if (what === "time") for (;;);
  if (what === "depth") {
    const deeper = (n: number): number => deeper(n + 1) + 1;
    yield deeper(0);
  }
  if (what === "fault") throw new TypeError("a defect of the program");
  for (let n = 0; n < 100_000; n++) yield n;
});
