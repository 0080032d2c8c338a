import { EventEmitter } from "node:events";
import { getPriority } from "node:os";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { leavingOf } from "../http/leaving.ts";
import { noScope } from "./db.ts";
import { reportsDb } from "./scopes/reports.ts";
import { sql } from "./sql.ts";
import { untilEnded } from "./wire/ending.ts";

let t: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const reports = () => t.database.pools().find(({ role }) => role === "reports")!;
const ask = (signal: AbortSignal) => reportsDb(t.database, noScope, signal);
const never = new AbortController().signal;
// Whether a statement holds the lock, and so is at work.
const held = async () =>
  (
    await owner.query<{ held: boolean }>(
      "select exists (select from pg_locks where locktype = 'advisory' and objid = 49) as held",
    )
  ).rows[0]!.held;
const until = async (wanted: boolean) => {
  while ((await held()) !== wanted) await new Promise((resolve) => void setTimeout(resolve, 10));
};

test("what a closed page asked ends in the database, and the next one is answered", async () => {
  const leaving = new AbortController();
  const asked = ask(leaving.signal).rows(
    sql`select pg_advisory_xact_lock(49), pg_sleep(30)::text as slept`,
  );
  asked.catch(() => {});
  await until(true);
  leaving.abort();
  await expect(asked).rejects.toMatchObject({ code: "57014" });
  await until(false);
  expect(await ask(never).one(sql`select 1 as n`)).toEqual({ n: 1 });
  await expect(ask(leaving.signal).one(sql`select 1 as n`)).rejects.toMatchObject({
    code: "57014",
  });
});

test.runIf(process.platform === "linux")(
  "what reports ask takes the processor behind everything else, without helpers",
  async () => {
    const processOf = sql`
      select pg_backend_pid() as id, current_setting('max_parallel_workers_per_gather') as helpers
    `;
    const [report, other] = [
      await ask(never).one<{ id: number; helpers: string }>(processOf),
      await t.database.read(noScope).one<{ id: number; helpers: string }>(processOf),
    ];
    expect(report!.helpers).toBe("0");
    expect(getPriority(report!.id)).toBe(getPriority(other!.id) + 15);
  },
);

test("what is left between two statements does not run on", async () => {
  const pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1 });
  const client = await pool.connect();
  const leaving = new AbortController();
  const work = async () => {
    await client.query("select 1");
    leaving.abort();
    await new Promise((resolve) => void setTimeout(resolve, 60));
    await client.query("select pg_sleep(10)");
  };
  const began = performance.now();
  await expect(untilEnded(t.ownerUrl, client, leaving.signal, work)).rejects.toMatchObject({
    code: "57014",
  });
  expect(performance.now() - began).toBeLessThan(5_000);
  client.release(true);
  await pool.end();
});

test("so many reports at most run at once, and other work does not wait for them", async () => {
  const leaving = new AbortController();
  const heavy = Array.from({ length: 6 }, () =>
    ask(leaving.signal).rows(sql`select pg_sleep(30)::text as slept`),
  );
  for (const each of heavy) each.catch(() => {});
  while (reports().open < 4 || reports().waiting !== 2)
    await new Promise((resolve) => void setTimeout(resolve, 10));
  expect(reports()).toMatchObject({ open: 4, max: 4, waiting: 2 });
  expect(await t.database.read(noScope).one(sql`select 1 as n`)).toEqual({ n: 1 });
  leaving.abort();
  const outcomes = await Promise.allSettled(heavy);
  expect(outcomes.map((each) => each.status)).toEqual(Array(6).fill("rejected"));
});

test("whoever was answered has not left; whoever goes before has", () => {
  const of = (writableFinished: boolean) => {
    const raw = Object.assign(new EventEmitter(), { writableFinished });
    const signal = leavingOf({ raw } as never);
    raw.emit("close");
    return signal.aborted;
  };
  expect([of(true), of(false)]).toEqual([false, true]);
});
