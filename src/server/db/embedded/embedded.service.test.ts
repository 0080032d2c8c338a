import { mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

const folder = resolve(`.cache/embedded-${process.pid}`);
const running: Embedded[] = [];
const start = async () => {
  const server = await startEmbedded(folder);
  running.push(server);
  return server;
};

const ask = async <T extends object>(server: Embedded, text: string): Promise<T> => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0] as T;
  } finally {
    await client.end();
  }
};
const postmaster = async (server: Embedded) =>
  Number(
    (
      await ask<{ pid: string }>(
        server,
        "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
      )
    ).pid,
  );
const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(async () => {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a second instance adopts the server, and the last to leave stops it", async () => {
  const first = await start();
  const second = await start();
  expect([first.adopted, second.adopted]).toEqual([false, true]);
  await ask(second, "create table kept as select 42 as n");
  const pid = await postmaster(second);
  await first.stop();
  expect(await ask(second, "select n from kept")).toEqual({ n: 42 });
  await second.stop();
  // It has ended; this process, whose child it was, may take a moment to notice.
  await expect.poll(() => runs(pid)).toBe(false);
});

test("a server that is being stopped is waited for and started anew", async () => {
  const first = await start();
  const pid = await postmaster(first);
  // It takes nobody in any more, and ends when those who are connected have gone.
  process.kill(pid, "SIGTERM");
  const coming = start();
  await new Promise((r) => setTimeout(r, 1000));
  expect(runs(pid)).toBe(true);
  await first.stop();
  const second = await coming;
  expect(second.adopted).toBe(false);
  expect(await postmaster(second)).not.toBe(pid);
  expect(await ask(second, "select n from kept")).toEqual({ n: 42 });
});

test("who is let in by an instance that leaves does not take the server for one that stays", async () => {
  const first = await start();
  const pid = await postmaster(first);
  const leaving = new pg.Client({ connectionString: first.url });
  await leaving.connect();
  // As an instance that is alone leaves: it holds the lock, tells the server to stop and goes; the
  // server has not noticed yet.
  await leaving.query(
    `
      select pg_terminate_backend(pid)
      from pg_locks
      where locktype = 'advisory' and objid = 71002 and pid <> pg_backend_pid()
    `,
  );
  await leaving.query("select pg_advisory_lock(71002)");
  const coming = start();
  await expect
    .poll(
      async () =>
        (
          await leaving.query(
            `
              select count(*)::int as n
              from pg_locks
              where locktype = 'advisory' and objid = 71002 and not granted
            `,
          )
        ).rows[0].n,
      { timeout: 20_000 },
    )
    .toBe(1);
  process.kill(pid, "SIGSTOP");
  try {
    process.kill(pid, "SIGINT");
    await leaving.end();
    await new Promise((r) => setTimeout(r, 500));
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const second = await coming;
  expect(await postmaster(second)).not.toBe(pid);
  expect(await ask(second, "select n from kept")).toEqual({ n: 42 });
});

test("who comes when nobody holds the lock any more, before the server has noticed that it is stopped, starts it anew", async () => {
  const first = await start();
  const pid = await postmaster(first);
  const query = pg.Client.prototype.query;
  let told = false;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (!told && /advisory_lock_shared/.test(String(given[0]))) {
      told = true;
      process.kill(pid, "SIGSTOP");
      process.kill(pid, "SIGINT");
      setTimeout(() => process.kill(pid, "SIGCONT"), 300);
    }
    return Reflect.apply(query, this, given) as never;
  });
  const second = await start();
  spy.mockRestore();
  expect(told).toBe(true);
  await expect.poll(() => runs(pid)).toBe(false);
  expect(await ask(second, "select n from kept")).toEqual({ n: 42 });
});

test("instances that come and go at the same moment always have a server", async () => {
  for (let round = 0; round < 5; round++) {
    const [leaving] = running.slice(-1);
    const coming = start();
    await new Promise((r) => setTimeout(r, round * 30));
    await leaving!.stop();
    expect(await ask(await coming, "select n from kept")).toEqual({ n: 42 });
  }
  const both = await Promise.all([running.at(-1)!.stop(), start(), start()]);
  for (const server of both.slice(1))
    expect(await ask(server as Embedded, "select n from kept")).toEqual({ n: 42 });
});
