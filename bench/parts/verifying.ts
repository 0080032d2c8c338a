// A process of its own that verifies a stored ledger as an auditor's does, in turn with the bare
// loop: nothing of the bench lies in its memory.
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { must } from "./figures.ts";

export type Verification = { bare: number; full: number; cpu: number };
export type Ledger = { body: string; head: string; key: string; entries: number; rounds: number };

const { verifyBundle } = (await import(
  new URL("../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  verifyBundle: (
    stream: AsyncIterable<Uint8Array>,
    key: string,
  ) => Promise<{ ok: boolean; entries: number }>;
};

const lines = async function* (path: string, head: string) {
  if (head) yield Buffer.from(head);
  yield* createReadStream(path, { highWaterMark: 1 << 20 });
};

/**
 * The floor: read the same file, SHA-256 of every line by the fastest one-shot call, nothing else.
 */
const bareLoop = async (path: string) => {
  let rest = Buffer.alloc(0);
  let count = 0;
  let last = "";
  for await (const chunk of lines(path, "")) {
    const buffer = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end; (end = buffer.indexOf(10, from)) >= 0; from = end + 1) {
      last = hash("sha256", buffer.subarray(from, end), "base64");
      count++;
    }
    rest = buffer.subarray(from);
  }
  must(last.length === 44, "bare loop");
  return count;
};

const timed = async (work: () => Promise<unknown>) => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const used = process.cpuUsage(cpu);
  return { s: (performance.now() - started) / 1000, cpu: (used.user + used.system) / 1e6 };
};

process.once(
  "message",
  (ledger: Ledger) =>
    void (async () => {
      const found: Verification[] = [];
      for (let i = 0; i < ledger.rounds; i++) {
        const floor = await timed(async () =>
          must((await bareLoop(ledger.body)) === ledger.entries * 2, "lines"),
        );
        const check = await timed(async () => {
          const report = await verifyBundle(lines(ledger.body, ledger.head), ledger.key);
          must(report.ok && report.entries === ledger.entries, JSON.stringify(report));
        });
        found.push({ bare: floor.s, full: check.s, cpu: check.cpu });
      }
      process.send!(found, () => process.disconnect());
    })(),
);
