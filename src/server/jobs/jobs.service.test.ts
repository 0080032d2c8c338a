import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { businessDate } from "../clock.ts";
import { DatabaseAway } from "../db/away.ts";
import { sql } from "../db/sql.ts";
import { makeAgency } from "../testing/agency.ts";
import { refusalOf } from "../testing/asking.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { askCancel, defineJob, enqueue, type Jobs, startJobs } from "./jobs.ts";

let t: TestDatabase;
let jobs: Jobs;
let clerk: Actor;
const done: number[] = [];
let going = () => {};
const count = defineJob({
  kind: "test.count",
  lane: "papers",
  payload: z.object({ n: z.number() }),
  run: async ({ payload: { n } }) => {
    if (n < 0) throw new Problem("invalid", "too_few", "There is nothing to count.");
    done.push(n);
    return { result: { n } };
  },
});
const endless = defineJob({
  kind: "test.endless",
  lane: "papers",
  payload: z.object({}),
  run: async ({ progress }) => {
    for (let at = 0; ; at++, await new Promise((r) => setTimeout(r, 260))) {
      await progress(at, null);
      going();
    }
  },
});

const tidied: string[] = [];
const tidy = defineJob({
  kind: "test.tidy",
  lane: "papers",
  payload: z.object({ what: z.string() }),
  dropped: async (_tx, { what }) => tidied.push(what),
  run: async () => {},
});
const zone = defineJob({
  kind: "test.zone",
  payload: z.object({}),
  run: async ({ actor }) => ({
    result: { day: businessDate({ ...actor, businessNow: "2026-11-21T04:01:00Z" }) },
  }),
});

/** Runs until the test lets it go; says for whom. */
const heavy: string[] = [];
let letGo = () => {};
const released = new Promise<void>((resolve) => (letGo = resolve));
const load = defineJob({
  kind: "test.load",
  lane: "imports",
  payload: z.object({ what: z.string() }),
  run: async ({ payload: { what } }) => {
    heavy.push(what);
    await released;
  },
});
const away: string[] = [];
const givenUp: unknown[] = [];
/** The database goes away under it so often. */
const shaken = defineJob({
  kind: "test.shaken",
  payload: z.object({ what: z.string(), times: z.number() }),
  run: async ({ payload: { what, times } }) => {
    away.push(what);
    if (away.filter((each) => each === what).length <= times)
      throw new DatabaseAway("the database does not answer");
    return { result: "done at last" };
  },
  dropped: async (_tx, { what }, why) => givenUp.push([what, why instanceof DatabaseAway]),
});
const quick = defineJob({ kind: "test.quick", payload: z.object({}), run: async () => {} });

beforeAll(async () => {
  t = await freshDatabase();
  clerk = memberActor((await makeAgency(t.database)).orgId, "admin");
  jobs = await startJobs(t.app, t.ownerUrl, [count, endless, zone, tidy, load, quick, shaken]);
});
afterAll(async () => {
  await jobs.stop();
  expect(await refusalOf(put(1))).toBe(
    "jobs_not_running: Long work cannot start at the moment. Try again in a minute.",
  );
  await t.drop();
});

type Row = { state: string; result: unknown; error: string | null };
const rowOf = (id: string) =>
  t.database
    .read(clerk)
    .one<Row>(
      sql`select state, result, error from job where org_id = ${clerk.orgId} and id = ${id}`,
    );
const ended = async (id: string): Promise<Row> => {
  for (;;) {
    const row = await rowOf(id);
    if (!["queued", "running"].includes(row.state)) return row;
    await new Promise((r) => setTimeout(r, 20));
  }
};
const put = (...all: number[]) =>
  t.database.transaction(clerk, (tx) =>
    all.reduce<Promise<string[]>>(
      async (ids, n) => [...(await ids), await enqueue(tx, clerk, count, { n }, `Count ${n}`)],
      Promise.resolve([]),
    ),
  );

test("work of one transaction is done without pauses between its pieces, each once, with its result; what fails says why", async () => {
  const ids = await put(1, 2, 3, -1, 5, 6, 7, 8, 9, 10, 11, 12);
  const started = performance.now();
  const rows = await Promise.all(ids.map(ended));
  expect(rows[0]).toEqual({ state: "done", result: { n: 1 }, error: null });
  expect(rows.map((row) => row.state)).toEqual(
    [1, 2, 3]
      .map(() => "done")
      .concat(
        "failed",
        [5, 6, 7, 8, 9, 10, 11, 12].map(() => "done"),
      ),
  );
  expect(rows[3]!.error).toBe("There is nothing to count.");
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]);
  // The worker looks every two seconds by itself: with a pause behind each piece this takes 22.
  expect(performance.now() - started).toBeLessThan(12_000);
});

test("work under which the database went away is taken up again; after five times it is given up and tidied", async () => {
  const [once, ever] = await t.database.transaction(clerk, (tx) =>
    Promise.all([
      enqueue(tx, clerk, shaken, { what: "once", times: 1 }, "Shaken once"),
      enqueue(tx, clerk, shaken, { what: "ever", times: 99 }, "Shaken for ever"),
    ]),
  );
  expect(await ended(once!)).toMatchObject({ state: "done", result: "done at last" });
  expect(await ended(ever!)).toMatchObject({ state: "failed" });
  expect(away.filter((what) => what === "ever")).toHaveLength(5);
  expect(givenUp).toEqual([["ever", true]]);
});

test("work of a transaction that fails is never done", async () => {
  await expect(
    t.database.transaction(clerk, async (tx) => {
      await enqueue(tx, clerk, count, { n: 99 }, "Count 99");
      throw new Error("the clerk's request failed");
    }),
  ).rejects.toThrow("the clerk's request failed");
  await Promise.all((await put(100)).map(ended));
  expect(done).not.toContain(99);
});

test("work that is asked to stop ends at its next step, waiting work at once", async () => {
  const begun = new Promise<void>((resolve) => (going = resolve));
  const running = await t.database.transaction(clerk, (tx) =>
    enqueue(tx, clerk, endless, {}, "Never ends"),
  );
  await begun;
  const [waiting] = await put(200);
  for (const id of [waiting!, running])
    await t.database.transaction(clerk, (tx) => askCancel(tx, id));
  expect((await rowOf(waiting!)).state).toBe("cancelled");
  expect((await ended(running)).state).toBe("cancelled");
  await Promise.all((await put(201)).map(ended));
  expect(done).not.toContain(200);
});

test("waiting work that is cancelled tidies up; a job shows where to look at it, also when it ended", async () => {
  const begun = new Promise<void>((resolve) => (going = resolve));
  const running = await t.database.transaction(clerk, (tx) =>
    enqueue(tx, clerk, endless, {}, "Never ends", "/somewhere?import=1"),
  );
  await begun;
  const waiting = await t.database.transaction(clerk, (tx) =>
    enqueue(tx, clerk, tidy, { what: "the desk" }, "Tidy"),
  );
  for (const id of [waiting, running])
    await t.database.transaction(clerk, (tx) => askCancel(tx, id));
  expect(tidied).toEqual(["the desk"]);
  await ended(running);
  expect(
    await t.database
      .read(clerk)
      .one(sql`select result_path from job where org_id = ${clerk.orgId} and id = ${running}`),
  ).toEqual({ resultPath: "/somewhere?import=1" });
});

test("the day of a job is the agency's day", async () => {
  await t.database.transaction(clerk, (tx) =>
    tx.rows(sql`update organization set time_zone = 'America/Chicago' where id = ${clerk.orgId}`),
  );
  const id = await t.database.transaction(clerk, (tx) =>
    enqueue(tx, clerk, zone, {}, "Which day is it"),
  );
  expect((await ended(id)).result).toEqual({ day: "2026-11-20" });
});

test("a job that starts is announced to the person who asked for it, to nobody else", async () => {
  const [id] = await put(300);
  const told = await t.database
    .read(clerk)
    .rows<{ events: object[] }>(
      sql`select events from outbox_event where org_id = ${clerk.orgId} order by id`,
    );
  expect(told.flatMap((row) => row.events)).toContainEqual({
    topic: "job.start",
    objectId: id,
    data: { personId: clerk.personId },
  });
  await ended(id!);
});

test("heavy work holds up neither short work nor another agency's; of one agency one import runs at a time", async () => {
  const other = memberActor((await makeAgency(t.database)).orgId, "admin");
  const load1 = (who: Actor, what: string) =>
    t.database.transaction(who, (tx) => enqueue(tx, who, load, { what }, what));
  const ids = [await load1(clerk, "first"), await load1(clerk, "second")];
  const theirs = await load1(other, "theirs");
  const short = await t.database.transaction(clerk, (tx) => enqueue(tx, clerk, quick, {}, "Quick"));
  const started = performance.now();
  await ended(short);
  while (heavy.length < 2) await new Promise((r) => setTimeout(r, 20));
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(heavy.toSorted()).toEqual(["first", "theirs"]);
  expect((await rowOf(ids[1]!)).state).toBe("queued");
  letGo();
  await Promise.all(ids.map(ended));
  expect(heavy).toHaveLength(3);
  while (
    (await t.database.read(other).one<Row>(sql`select state from job where id = ${theirs}`))
      .state !== "done"
  )
    await new Promise((r) => setTimeout(r, 20));
});
