import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";

type Running = { done: Promise<number>; stop: (signal: NodeJS.Signals) => void };
type Options = {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  waits: number[];
  awayWaits?: number[];
  window?: number;
  well?: number;
  log: (line: string) => void;
};
const { keepRunning } = (await import(new URL("./supervise.mjs", import.meta.url).href)) as {
  keepRunning: (options: Options) => Running;
};

const folder = mkdtempSync(join(tmpdir(), "levee-supervise-"));
const journal = join(folder, "journal");
const said: string[] = [];
beforeEach(() => {
  writeFileSync(journal, "");
  said.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const starts = () => readFileSync(journal, "utf8").split("\n").filter(Boolean).map(Number);
/** A server that writes down each start and then does as `life` says. */
const run = (life: string, waits = [20, 60, 120, 200, 300], well?: number) => {
  const file = join(folder, "server.mjs");
  writeFileSync(
    file,
    `
      import { appendFileSync, readFileSync } from "node:fs";
      appendFileSync(${JSON.stringify(journal)}, Date.now() + "\\n");
      const nth = readFileSync(${JSON.stringify(journal)}, "utf8").split("\\n").length - 1;
      ${life}
    `,
  );
  return keepRunning({
    command: process.execPath,
    args: [file],
    env: { PATH: process.env.PATH },
    waits,
    awayWaits: [20, 40],
    ...(well === undefined ? {} : { well }),
    log: (line) => void said.push(line),
  });
};
const ready = `await new Promise((sent) => process.send({ ready: true }, sent));`;

test("a server that dies is started again, slower each time, five times in the window; then it says why and ends with its code", async () => {
  const { done } = run(
    `${ready} await new Promise((sent) => process.send({ failed: "the moon fell" }, sent)); process.exit(70);`,
  );
  expect(await done).toBe(70);
  const at = starts();
  expect(at).toHaveLength(6);
  const gaps = at.slice(1).map((time, i) => time - at[i]!);
  expect(gaps.map((gap, i) => gap >= [20, 60, 120, 200, 300][i]!)).toEqual(Array(5).fill(true));
  expect(said).toHaveLength(6);
  expect(said[0]).toMatch(/ended with code 70: the moon fell\. It is started again in 0\.02 s/);
  expect(said[5]).toMatch(/end number 6 within 10 minutes, so it is not started again/);
});

test("one that dies once goes on, and its ordinary end is the end", async () => {
  const { done } = run(
    `${ready} if (nth === 1) process.kill(process.pid, "SIGKILL"); process.exit(0);`,
  );
  expect(await done).toBe(0);
  expect(starts()).toHaveLength(2);
  expect(said).toEqual([expect.stringMatching(/by signal SIGKILL/) as string]);
});

test("one that was never ready is not tried again, and one that is stopped stays so", async () => {
  expect(await run(`process.exit(3);`).done).toBe(3);
  expect(starts()).toHaveLength(1);
  const running = run(
    `process.on("SIGTERM", () => process.exit(0)); ${ready} setInterval(() => {}, 1000);`,
  );
  await expect.poll(() => starts().length).toBe(2);
  await new Promise((done) => setTimeout(done, 100));
  running.stop("SIGTERM");
  expect(await running.done).toBe(0);
  expect(said).toEqual([]);
});

test("a start that does not reach its database waits and begins again, as often as it takes, a line each", async () => {
  const away = `process.send({ away: true, failed: "Connection terminated" }, resolve)`;
  const { done } = run(
    `if (nth < 9) { await new Promise((resolve) => ${away}); process.exit(75); } ${ready} process.exit(0);`,
    [],
  );
  expect(await done).toBe(0);
  expect(starts()).toHaveLength(9);
  expect(said).toHaveLength(8);
  for (const line of said)
    expect(line).toMatch(/The database went away while Levee started \(Connection terminated\)/);
});

test("a server that was well between its ends is always started again", async () => {
  const { done } = run(
    `${ready} await new Promise((r) => setTimeout(r, 40)); process.exit(nth === 4 ? 0 : 70);`,
    [20],
    30,
  );
  expect(await done).toBe(0);
  expect(starts()).toHaveLength(4);
  for (const line of said) expect(line).toMatch(/\(1 of 1\)/);
});
