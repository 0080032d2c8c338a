// Every bench starts and comes to its end at its smallest size: none breaks unseen. What it measures at that
// size says nothing.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const benches = readdirSync(new URL("bench/", root))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -3))
  .sort();

/** Too long for here at any size, each with where it is gone. */
const elsewhere: Readonly<Record<string, string>> = {
  start:
    "installs packages and begins three times: `npm run bench -- start`, and the journey first-start",
  web: "builds the screens: every run of the tests does, and bin/sizes.mjs judges them",
};

const smallest = {
  LEVEE_BENCH_ROWS: "400",
  LEVEE_BENCH_ENTRIES: "400",
  LEVEE_BENCH_SECONDS: "1",
  LEVEE_BENCH_REPEATS: "1",
  LEVEE_BENCH_NOTICES: "20",
  LEVEE_BENCH_BYTES: "4000",
  LEVEE_BENCH_BIDS: "3",
  LEVEE_BENCH_LARGE: "1",
  LEVEE_BENCH_KILLS: "1",
  LEVEE_BENCH_CASES: "1",
  LEVEE_BENCH_ORDERS: "4",
};

/** A bench's sizes where the common ones do not fit it. */
const own: Readonly<Record<string, Record<string, string>>> = {
  list: { LEVEE_BENCH_ROWS: "400,800" },
  telemetry: { LEVEE_BENCH_BATCHES: "3" },
};

const run = (name: string): Promise<{ code: number | null; said: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, ["--max-semi-space-size=8", `bench/${name}.ts`], {
      cwd: root,
      env: { ...process.env, ...smallest, ...own[name] },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (said = `${said}${String(chunk)}`.slice(-4_000)));
    child.on("exit", (code) => done({ code, said }));
  });

test("what is gone elsewhere is a bench", () => {
  expect(Object.keys(elsewhere).filter((name) => !benches.includes(name))).toEqual([]);
});

for (const name of benches.filter((each) => !(each in elsewhere)))
  test(`${name} comes to its end`, { timeout: 300_000, retry: 0 }, async () => {
    const { code, said } = await run(name);
    expect(code, said).toBe(0);
  });
