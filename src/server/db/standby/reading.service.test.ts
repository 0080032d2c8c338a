import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { isAway } from "../away.ts";
import type { Db } from "../db.ts";
import { sql } from "../sql.ts";
import { fromPrimary, lateOf } from "./late.ts";
import { refuseNoStandby } from "./belonging.ts";
import { Replica } from "./replica.setup.ts";

let r: Replica;
beforeAll(async () => void (r = await Replica.open()), 60_000);
afterAll(() => r.close());

const scope = (orgId: string) => ({ orgId, personId: null });
const write = (orgId: string, last: number) =>
  r.database.transaction(scope(orgId), (tx) =>
    tx.rows(sql`
      insert into record_counter
      values (${orgId}, 'late', 2026, ${last})
      on conflict (org_id, kind, year)
      do update set last = excluded.last
    `),
  );
const lastOf = async (db: Db): Promise<number | null> =>
  (await db.maybe<{ last: number }>(sql`select last from record_counter where kind = 'late'`))
    ?.last ?? null;
const late = (orgId: string) => lateOf(r.database).read(scope(orgId));
/** Where the readings of a piece of work were answered. */
const places = async (work: () => Promise<unknown>) => {
  const { standby, primary } = r.standby.figures;
  await work();
  const now = r.standby.figures;
  return { standby: now.standby - standby, primary: now.primary - primary };
};
const settled = async () => {
  await r.beat();
  await r.comeOver();
  // A machine that was left is looked for again after some seconds.
  await expect
    .poll(async () => (await r.standby.look(), r.standby.figures.usable), { timeout: 15_000 })
    .toBe(true);
};
/** An agency whose last write has come over with another value, so that it shows where it was read. */
const agency = async (there = 7, here = 1): Promise<string> => {
  const orgId = newId();
  await write(orgId, here);
  await r.comeOver([{ orgId, last: there }]);
  return orgId;
};

test("what has come over is read from the standby, what has not from the primary, and then again from the standby", async () => {
  await settled();
  const orgId = await agency();
  expect(await lastOf(late(orgId))).toBe(7);
  await write(orgId, 2);
  expect(await lastOf(late(orgId))).toBe(2);
  await r.comeOver([{ orgId, last: 9 }]);
  expect(await lastOf(late(orgId))).toBe(9);
  // Whoever did not say that it may lag reads the primary, and so does what a transaction calls.
  expect(await lastOf(r.database.read(scope(orgId)))).toBe(2);
  expect(await lastOf(fromPrimary(r.database).read(scope(orgId)))).toBe(2);
});

test("10,000 drawn pairs with a lag of five seconds: nobody reads what is older than their own write", async () => {
  await settled();
  const agencies = Array.from({ length: 300 }, newId);
  const drawn = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
  const acknowledged = new Map<string, number>();
  type Pair = { orgId: string; wrote: number; readAt: number };
  type Batch = { at: number; to: string; values: { orgId: string; last: number }[] };
  let waiting: Pair[] = [];
  let log: Batch[] = [];
  let [now, pairs, number] = [0, 0, 0];
  const old: { wrote: number; read: number | null }[] = [];
  const used = await places(async () => {
    while (pairs < 10_000 || waiting.length > 0) {
      now += Math.random() * 2_000;
      for (const batch of log.filter(({ at }) => at <= now - 5_000))
        await r.comeOver(batch.values, batch.to);
      log = log.filter(({ at }) => at > now - 5_000);
      const due = waiting.filter(({ readAt }) => readAt <= now);
      waiting = waiting.filter(({ readAt }) => readAt > now);
      await Promise.all(
        due.map(async ({ orgId, wrote }) => {
          const read = await lastOf(late(orgId));
          if (read === null || read < wrote) old.push({ wrote, read });
        }),
      );
      const writers =
        pairs < 10_000 ? [...new Set(Array.from({ length: 60 }, () => drawn(agencies)))] : [];
      const values = writers.map((orgId) => ({ orgId, last: ++number }));
      await Promise.all(values.map(({ orgId, last }) => write(orgId, last)));
      for (const { orgId, last } of values) {
        acknowledged.set(orgId, last);
        waiting.push({ orgId, wrote: last, readAt: now + Math.random() * 12_000 });
      }
      log.push({ at: now, to: await r.position(), values });
      pairs += values.length;
    }
  });
  expect(old).toEqual([]);
  expect(used.standby + used.primary).toBeGreaterThanOrEqual(10_000);
  // It is worth it: many readings were of agencies that nobody had just written in.
  expect(used.standby).toBeGreaterThan(1_000);
  expect(used.primary).toBeGreaterThan(1_000);
}, 180_000);

test("what an agency has no place for in the log is read from the primary once, and has one then", async () => {
  await settled();
  const orgId = await agency();
  await r.owner.query("truncate agency_written");
  expect(await lastOf(late(orgId))).toBe(1);
  expect(await lastOf(late(orgId))).toBe(1);
  await r.comeOver();
  expect(await lastOf(late(orgId))).toBe(7);
});

test("what everybody reads holds the last write of any agency", async () => {
  await settled();
  await write(newId(), 1);
  const read = () =>
    lateOf(r.database)
      .published()
      .rows(sql`select id from risk where published`);
  expect(await places(read)).toEqual({ standby: 0, primary: 1 });
  await r.comeOver();
  expect(await places(read)).toEqual({ standby: 1, primary: 0 });
});

test("reports end with whoever asked for them, there as well", async () => {
  await settled();
  const orgId = await agency();
  const leaving = new AbortController();
  const asked = lateOf(r.database)
    .reports(scope(orgId), leaving.signal)
    .rows(sql`select pg_sleep(30)::text as slept`);
  setTimeout(() => leaving.abort(), 300);
  await expect(asked).rejects.toMatchObject({ code: "57014" });
  const other = lateOf(r.database).reports(scope(orgId), new AbortController().signal);
  expect(await lastOf(other)).toBe(7);
});

test("a statement that a conflict with the recovery ends is repeated on the primary; one that ended by its time is not", async () => {
  await settled();
  const orgId = await agency();
  const body = (said: string) =>
    `create or replace function spoken() returns text language plpgsql as $$ begin ${said} end $$`;
  const raised = (state: string, words: string) =>
    body(`raise exception using errcode = '${state}', message = '${words}';`);
  await r.owner.query(body("return 'primary';"));
  const ask = () => late(orgId).one<{ said: string }>(sql`select spoken() as said`);
  const conflict = "canceling statement due to conflict with recovery";
  for (const state of ["40001", "57014"]) {
    await r.say(raised(state, conflict));
    expect(await ask()).toEqual({ said: "primary" });
  }
  await r.say(raised("57014", "canceling statement due to statement timeout"));
  await expect(ask()).rejects.toThrow("statement timeout");
  await r.say(
    body(
      "insert into fake.machine values (true, ''0/0''); return 'standby';".replaceAll("''", "'"),
    ),
  );
  expect(await ask()).toEqual({ said: "primary" });
});

test("one that takes writes, another one's and one that lacks a beat are left, and it comes back by itself", async () => {
  await settled();
  const orgId = await agency();
  await r.say("update fake.machine set standby = false");
  // Found by the reading itself, before the next look.
  expect(await lastOf(late(orgId))).toBe(1);
  await r.standby.look();
  expect(r.standby.figures).toMatchObject({ usable: false, host: null });
  await r.say("update fake.machine set standby = true");
  await settled();
  expect(await lastOf(late(orgId))).toBe(7);
  await r.beat();
  await r.standby.look();
  // It says that it has come so far, and does not show the beat.
  await r.say(`update fake.machine set replayed = '${await r.position()}'`);
  await r.standby.look();
  expect(r.standby.figures).toMatchObject({ usable: false, host: null });
  await settled();
  expect(await lastOf(late(orgId))).toBe(7);
});

test("while an instance does not note its writes, nothing is read from the standby", async () => {
  await settled();
  const orgId = await agency();
  await r.owner.query(
    "insert into instance (id, name, host_ahead_ms) values (gen_random_uuid(), 'two:8151', 0)",
  );
  await r.standby.look();
  expect(await lastOf(late(orgId))).toBe(1);
  await r.owner.query("delete from instance where not marks_writes");
  await settled();
  expect(await lastOf(late(orgId))).toBe(7);
});

test("a write that cannot be noted is not acknowledged", async () => {
  await settled();
  const orgId = newId();
  await r.owner.query("alter table agency_written add constraint closed check (false) not valid");
  await expect(write(orgId, 1)).rejects.toSatisfy(isAway);
  await r.owner.query("alter table agency_written drop constraint closed");
  await write(orgId, 2);
  expect(await lastOf(late(orgId))).toBe(2);
});

test("what is read late is kept for nobody, and is of its scope alone", async () => {
  await settled();
  const [one, two] = [await agency(7), await agency(8)];
  expect(Object.keys(late(one))).not.toContain("keeping");
  const read = await Promise.all(
    Array.from({ length: 200 }, (_, at) => lastOf(late(at % 2 ? one : two))),
  );
  expect(read).toEqual(Array.from({ length: 200 }, (_, at) => (at % 2 ? 7 : 8)));
  const { standby, primary } = await places(() =>
    lastOf(lateOf(r.database).read({ orgId: null, personId: null })),
  );
  expect([standby, primary]).toEqual([0, 0]);
});

test("a machine that is the primary itself is refused at start", async () => {
  const url = r.primary.ownerUrl;
  await expect(refuseNoStandby(url, url)).rejects.toThrow(
    "takes the writes itself. Name a standby of it, or remove the setting.",
  );
  const gone = new URL(url);
  gone.port = "1";
  await refuseNoStandby(gone.href, url);
});
