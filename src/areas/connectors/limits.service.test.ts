import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { connectorBench, type ConnectorBench } from "#server/testing/connector-bench.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "#areas/vendors/vendors.server.ts";
import { sourcesOf } from "./connector/sources.service.ts";
import { failingConnectors } from "./run/run.jobs.ts";

let t: TestDatabase;
let agency: Agency;
let ann: Actor;
let bench: ConnectorBench;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ ann } = await makeMembers(t.database, agency, { ann: { role: "admin" } }));
  bench = await connectorBench(t, ann);
});
afterAll(async () => {
  await bench.close();
  await t.drop();
});
beforeEach(() => {
  bench.source.asked.length = 0;
});

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { errors?: { path: string }[]; code?: string }) =>
      error.errors?.[0]?.path ?? error.code,
  );
const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const codes = async (start: string) =>
  (
    await t.database.read(ann).one<{ n: number }>(sql`
      select count(*)::int as n
      from commodity
      where org_id = ${agency.orgId} and code like ${`${start}%`}
    `)
  ).n;
const rest = (over: object = {}, settings: object = {}) => ({
  kind: "rest",
  address: bench.at("/items"),
  settings: { items: "items", fields: ["code", "name"], ...settings },
  ...over,
});
const item = <T extends object>(code: string, over?: T) => ({
  code,
  name: `Goods ${code}`,
  ...(over as T),
});
const localNext = async (id: string) =>
  t.database.read(ann).one<{ ahead: number; clock: string; day: number }>(sql`
    select
      extract(epoch from next_run_at - clock_timestamp())::int as ahead,
      to_char(next_run_at at time zone o.time_zone, 'HH24:MI') as clock,
      extract(isodow from next_run_at at time zone o.time_zone)::int as day
    from connector c
    join organization o on o.id = c.org_id
    where c.org_id = ${agency.orgId} and c.id = ${id}
  `);
const hour = 3600;

test("it runs at a minute of each hour, each day, or on a day of the week, and a change counts at once", async () => {
  bench.says(() => json({ items: [item("S100-01")] }));
  const id = await bench.active(rest({ every: "hour", runAt: "00:17" }));
  const hourly = await localNext(id);
  expect(hourly.ahead).toBeGreaterThan(0);
  expect(hourly.ahead).toBeLessThanOrEqual(hour);
  expect(hourly.clock.slice(3)).toBe("17");
  const seen = new Set<number>();
  for (const weekDay of [1, 2, 3, 4, 5, 6, 7]) {
    await bench.change(id, rest({ every: "week", weekDay, runAt: "03:05" }));
    const weekly = await localNext(id);
    expect(weekly).toMatchObject({ clock: "03:05", day: weekDay });
    expect(weekly.ahead).toBeGreaterThan(0);
    expect(weekly.ahead).toBeLessThanOrEqual(7 * 25 * hour);
    seen.add(Math.round(weekly.ahead / (24 * hour)));
  }
  expect(seen.size).toBeGreaterThanOrEqual(6);
  await bench.change(id, rest({ every: "day", runAt: "03:05" }));
  const daily = await localNext(id);
  expect(daily.clock).toBe("03:05");
  expect(daily.ahead).toBeLessThanOrEqual(25 * hour);
  expect((await bench.read(id)).status).toBe("active");
});

test("what is silence follows from the schedule", async () => {
  bench.says(() => json({ items: [item("S200-01")] }));
  const id = await bench.active(rest({ every: "week" }));
  await bench.run(id);
  const silentFor = (days: number) =>
    t.database.transaction(ann, (tx) =>
      tx.rows(sql`
        update connector
        set last_ok_at = clock_timestamp() - make_interval(days => ${days}::int)
        where org_id = ${agency.orgId} and id = ${id}
      `),
    );
  const db = t.database.read(ann);
  const { name } = await bench.read(id);
  const stale = async () =>
    (await sourcesOf(db, "commodities")).find((one) => one.name === name)!.stale;
  const before = await failingConnectors.count(db, ann);
  await silentFor(8);
  expect([await stale(), await failingConnectors.count(db, ann)]).toEqual([false, before]);
  await silentFor(16);
  expect([await stale(), await failingConnectors.count(db, ann)]).toEqual([true, before + 1]);
  await bench.change(id, rest({ every: "hour" }));
  await silentFor(1);
  expect(await stale()).toBe(true);
});

test("a day's calls are counted, and the one beyond them is not made", async () => {
  let pages = 1;
  bench.says((path) => {
    const at = Number(new URL(path, "http://x").searchParams.get("page") ?? "1");
    return json({ items: at > pages ? [] : [item(`Q${at}00-01`), item(`Q${at}00-02`)] });
  });
  const paged = rest({ dailyCalls: 5 }, { paging: "page", parameter: "page" });
  const id = await bench.active(paged);
  expect(await bench.read(id)).toMatchObject({ dailyCalls: 5, callsToday: 2 });
  pages = 9;
  bench.source.asked.length = 0;
  const waits = await bench.run(id);
  expect(waits).toMatchObject({ outcome: "waits", calls: 3, created: 0 });
  expect(waits.message).toContain("The 5 calls");
  expect(bench.source.asked).toHaveLength(3);
  expect(await codes("Q")).toBe(0);
  const after = await bench.read(id);
  // Not a fault: it stays active and goes on after midnight of the agency.
  expect(after).toMatchObject({ status: "active", callsToday: 5 });
  expect((await localNext(id)).clock).toBe("00:05");
  expect((await bench.run(id)).outcome).toBe("waits");
  expect(bench.source.asked).toHaveLength(3);
  await t.database.transaction(ann, (tx) =>
    tx.rows(sql`
      update connector
      set calls_on = calls_on - 1
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  pages = 2;
  expect(await bench.run(id)).toMatchObject({ outcome: "done", created: 4, calls: 3 });
  expect((await bench.read(id)).callsToday).toBe(3);
  expect(await refusal(bench.add(rest({ every: "hour", dailyCalls: 10 })))).toBe("dailyCalls");
});

test("a source is asked for what is newer than what came in, and only that is read", async () => {
  const all = Array.from({ length: 8 }, (_, at) =>
    item(`W10${at}-01`, { changed: `2026-11-0${at + 1}T08:00:00Z` }),
  );
  bench.says((path) => {
    const since = new URL(path, "http://x").searchParams.get("changed_since") ?? "";
    return json({ items: all.filter(({ changed }) => changed >= since) });
  });
  const newer = rest({}, { watermark: "changed", since: "changed_since" });
  expect(await refusal(bench.add(rest({}, { watermark: "changed" })))).toBe("settings.since");
  const id = await bench.active(newer);
  expect((await bench.read(id)).watermark).toBeNull();
  expect(await bench.run(id)).toMatchObject({
    outcome: "done",
    created: 8,
    watermark: "2026-11-08T08:00:00Z",
  });
  all.push(item("W200-01", { changed: "2026-11-09T08:00:00Z" }));
  bench.source.asked.length = 0;
  // Two of nine rows are no shrinking file.
  expect(await bench.run(id)).toMatchObject({ outcome: "done", read: 2, created: 1, skipped: 1 });
  expect(bench.source.asked[0]!.path).toContain(
    `changed_since=${encodeURIComponent("2026-11-08T08:00:00Z")}`,
  );
  expect((await bench.read(id)).watermark).toBe("2026-11-09T08:00:00Z");
  expect(await bench.runAgainst(id, json({ items: [] }))).toMatchObject({ outcome: "unchanged" });
  // What was not taken is asked for again.
  const renamed = await bench.runAgainst(
    id,
    json({ items: [{ number: "W300-01", name: "Salt", changed: "2026-11-20T08:00:00Z" }] }),
  );
  expect(renamed.outcome).toBe("stopped");
  expect((await bench.read(id)).watermark).toBe("2026-11-09T08:00:00Z");
  expect(await codes("W300")).toBe(0);
  // Another source is read from its beginning.
  await bench.change(id, rest({ address: bench.at("/others") }));
  expect((await bench.read(id)).watermark).toBeNull();
});

test("a pause, a fault, a broken answer and a redirect inwards leave what was there", async () => {
  bench.says(() => ({
    headers: { "content-type": "text/csv" },
    body: "Code,Name\nF100-01,Salt\n",
  }));
  const id = await bench.active({});
  await bench.run(id);
  const paused = await bench.runAgainst(id, { status: 429, headers: { "retry-after": "7200" } });
  expect(paused).toMatchObject({ outcome: "failed", message: "The source asks for a pause." });
  const { ahead } = await localNext(id);
  expect(ahead).toBeGreaterThan(7000);
  expect(ahead).toBeLessThanOrEqual(7200);
  const moment = new Date(Date.now() + 3 * hour * 1000).toUTCString();
  await bench.runAgainst(id, { status: 429, headers: { "retry-after": moment } });
  expect(Math.abs((await localNext(id)).ahead - 3 * hour)).toBeLessThan(60);
  expect((await bench.runAgainst(id, { status: 503 })).message).toContain("503");
  const cut = { body: "Code,Name\nF200-01,Sand\n", fault: "cut" } as const;
  expect((await bench.runAgainst(id, cut)).message).toContain("broke off");
  for (const location of [
    "http://169.254.169.254/latest/meta-data",
    "https://10.0.0.7/codes.csv",
    "https://intranet/codes.csv",
    "http://localhost:1/codes.csv",
  ]) {
    const sent = await bench.runAgainst(id, { status: 302, headers: { location } });
    expect([location, sent.outcome]).toEqual([location, "failed"]);
  }
  expect(await codes("F")).toBe(1);
  expect(await bench.run(id)).toMatchObject({ outcome: "unchanged" });
  expect((await bench.read(id)).status).toBe("active");
});
