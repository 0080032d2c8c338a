// Reading from a real standby that replays five seconds late: nobody reads what is older than their own write.
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import type { Database, Db } from "#server/db/db.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { sql } from "#server/db/sql.ts";
import { refuseNoStandby } from "#server/db/standby/belonging.ts";
import { lateOf } from "#server/db/standby/late.ts";
import { standbyOf, type Standby } from "#server/db/standby/standby.ts";
import { awaySeconds } from "#server/operation/heartbeat.ts";
import { agencyDay } from "#server/testing/days.ts";
import { bin15, Cluster } from "./cluster.ts";
import { makeData, removeData } from "./data.ts";
import { caller, signInAt, startOn, type Running } from "./restoring.ts";

const here = existsSync(bin15);
const pairs = Number(process.env.E2E_PAIRS ?? 10_000);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

let cluster: Cluster;
let data: string;
let server: Running;
let database: Database;
let standby: Standby;
const instance = newId();

/** What an operator sets on the standby. */
const setThere = async (name: string, value: string) => {
  await cluster.onStandby(`alter system set ${name} = '${value}'`);
  await cluster.onStandby("select pg_reload_conf()");
};
const beat = () =>
  database.transaction({ orgId: null, personId: null }, (tx) =>
    tx.rows(sql`
      insert into instance (id, name, host_ahead_ms, marks_writes)
      values (${instance}, 'journey', 0, true)
      on conflict (id)
      do update set seen_at = clock_timestamp()
    `),
  );
let beating: NodeJS.Timeout;

beforeAll(async () => {
  if (!here) return;
  cluster = await Cluster.open();
  data = makeData();
  server = await startOn(data, {
    ...{ DATABASE_URL: cluster.url, DATABASE_READ_URL: cluster.readUrl, LEVEE_DEMO: "on" },
  });
  await setThere("recovery_min_apply_delay", "5s");
  database = openDatabase(cluster.url, {
    ...{ max: 12, reading: { url: cluster.readUrl, lagSeconds: 10 } },
  });
  standby = standbyOf(database)!;
  await beat();
  beating = setInterval(() => void beat().catch(() => {}), 10_000);
  await standby.watch({ database, instance, awaySeconds });
}, 900_000);
afterAll(async () => {
  clearInterval(beating);
  await database?.close();
  await server?.stop();
  await cluster?.close();
  if (data) removeData(data);
});

const usable = (wanted = true, timeout = 60_000) =>
  expect.poll(() => standby.figures.usable, { timeout }).toBe(wanted);
const scope = (orgId: string) => ({ orgId, personId: null });
const write = (orgId: string, last: number) =>
  database.transaction(scope(orgId), (tx) =>
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

/** How many readings of the server were answered where, how far its standby is behind, and whether it is used. */
const told = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? NaN);
  return {
    standby: of('levee_late_reads_total\\{place="standby"\\}'),
    primary: of('levee_late_reads_total\\{place="primary"\\}'),
    up: of("levee_standby_up"),
    lag: of("levee_standby_lag_seconds"),
  };
};
const up = (wanted: 0 | 1) =>
  expect.poll(async () => (await told()).up, { timeout: 90_000 }).toBe(wanted);
/** That what is asked is read there; what the agency's clocks write every minute comes over late as well. */
const readThere = (ask: () => Promise<unknown>, interval: number) =>
  expect
    .poll(
      async () => {
        const before = await told();
        await ask();
        return (await told()).standby - before.standby;
      },
      { timeout: 120_000, interval },
    )
    .toBeGreaterThan(0);
const as = async (name: string) =>
  caller(server.url, (await signInAt(server.url, `${name}@demo.levee.test`)).access_token);

test.skipIf(!here)(
  "drawn pairs of a write and a reading, five seconds late: none is older than its write, and many are of the standby",
  async () => {
    await usable();
    const old: [number, number | null][] = [];
    let [begun, number] = [0, 0];
    const before = standby.figures;
    const person = async () => {
      while (begun < pairs) {
        begun++;
        const [orgId, last] = [newId(), ++number];
        await write(orgId, last);
        await pause(Math.random() * 12_000);
        const read = await lastOf(lateOf(database).read(scope(orgId)));
        if (read !== last) old.push([last, read]);
      }
    };
    await Promise.all(Array.from({ length: 400 }, person));
    const now = standby.figures;
    const [there, primary] = [now.standby - before.standby, now.primary - before.primary];
    console.log(`${begun} pairs: ${there} read from the standby, ${primary} from the primary`);
    expect(old).toEqual([]);
    expect(begun).toBe(pairs);
    expect(there).toBeGreaterThan(pairs / 10);
    expect(primary).toBeGreaterThan(pairs / 10);
  },
  1_200_000,
);

test.skipIf(!here)(
  "the server reads exports there; what somebody just wrote is in their export at once",
  async () => {
    await up(1);
    const manager = await as("manager");
    const { person } = await manager<{ person: { id: string } }>("GET /api/v1/me");
    const ownerId = person.id;
    await readThere(() => manager("GET /api/v1/assets/export?format=csv"), 7_000);
    for (let n = 0; n < 5; n++) {
      const title = `Standby ${n} ${newId()}`;
      await manager("POST /api/v1/risks", {
        ...{ title, description: "The standby may be far behind.", ownerId },
        ...{ reviewOn: agencyDay(30) },
      });
      expect(await manager<string>("GET /api/v1/risks/export?format=csv")).toContain(title);
    }
  },
  120_000,
);

test.skipIf(!here)(
  "a right that is taken away is refused at the next reading, and one that is given is there",
  async () => {
    const [admin, manager] = [await as("admin"), await as("manager")];
    const { items } = await admin<{ items: { id: string; email: string; version: number }[] }>(
      "GET /api/v1/members?limit=200",
    );
    const { id } = items.find(({ email }) => email === "manager@demo.levee.test")!;
    const versionNow = async () =>
      (await admin<{ version: number }>(`GET /api/v1/members/${id}`)).version;
    for (let round = 0; round < 5; round++) {
      await manager("GET /api/v1/risks/export?format=csv");
      await admin(`PATCH /api/v1/members/${id}`, { active: false }, await versionNow());
      // An instance knows who somebody is for a second, wherever it reads; the standby is five behind.
      await pause(1_100);
      await expect(manager("GET /api/v1/risks/export?format=csv")).rejects.toThrow(/: 40[13] /);
      await expect(manager("GET /api/v1/growth")).rejects.toThrow(/: 40[13] /);
      await admin(`PATCH /api/v1/members/${id}`, { active: true }, await versionNow());
      await pause(1_100);
    }
    await manager("GET /api/v1/risks/export?format=csv");
  },
  120_000,
);

test.skipIf(!here)(
  "a statement that a conflict with the recovery ends there is answered by the primary",
  async () => {
    await setThere("recovery_min_apply_delay", "0");
    await setThere("max_standby_streaming_delay", "0");
    await usable();
    const [orgId, other] = [newId(), newId()];
    await write(orgId, 1);
    await write(other, 1);
    await pause(2_000);
    const before = standby.figures;
    const slow = lateOf(database)
      .read(scope(orgId))
      .one<{ last: number }>(
        sql`select last, pg_sleep(4)::text as slept from record_counter where kind = 'late'`,
      );
    await pause(500);
    for (let n = 0; n < 50; n++) await write(other, n);
    await cluster.rows("vacuum (freeze) record_counter");
    expect((await slow).last).toBe(1);
    const now = standby.figures;
    expect([now.standby - before.standby, now.primary - before.primary]).toEqual([0, 1]);
    await setThere("max_standby_streaming_delay", "30s");
  },
  120_000,
);

test.skipIf(!here)(
  "one that is too far behind, and one that is gone, is left without an error, told of once, and comes back by itself",
  async () => {
    const [admin, manager] = [await as("admin"), await as("manager")];
    const alarms = async () => {
      const { machine } = await admin<{ machine: { alarms: { text: string }[] } }>(
        "GET /api/v1/monitoring",
      );
      return machine.alarms.map(({ text }) => text).filter((text) => /^The standby/.test(text));
    };
    const one = (words: string) =>
      expect
        .poll(alarms, { timeout: 90_000, interval: 2_000 })
        .toEqual([expect.stringContaining(words)]);
    const reads = () => manager("GET /api/v1/assets/export?format=csv");
    await setThere("recovery_min_apply_delay", "60s");
    await up(0);
    await reads();
    await one("is more than 10 seconds behind");
    await setThere("recovery_min_apply_delay", "0");
    await up(1);
    await expect.poll(alarms, { timeout: 60_000, interval: 2_000 }).toEqual([]);
    await cluster.confirming(false);
    await cluster.endStandby();
    for (let n = 0; n < 10; n++) await reads();
    await up(0);
    await one("cannot be read");
    cluster.rejoin();
    await up(1);
    await reads();
    await cluster.confirming(true);
  },
  600_000,
);

test.skipIf(!here)(
  "when the standby is promoted reading goes on, and a new standby is read from by itself",
  async () => {
    const manager = await as("manager");
    await cluster.failOver();
    await cluster.joinStandby();
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 })
      .toBe(200);
    await manager("GET /api/v1/assets/export?format=csv");
    await up(1);
    await usable();
    const asked = ["/vendors", "/citizen-portal", "/api/v1/public/risks", "/data.json"];
    for (const path of asked) await readThere(() => fetch(server.url + path), 500);
    for (const path of ["assets/export?format=csv", "growth", "ready-reports"])
      await readThere(() => manager(`GET /api/v1/${path}`), 500);
  },
  300_000,
);

test.skipIf(!here)(
  "the primary, another cluster, a fork and what follows a fork are refused at start with what to do",
  async () => {
    const { primary, standby: other } = cluster.alone;
    await refuseNoStandby(cluster.readUrl, cluster.url);
    await refuseNoStandby(other, primary);
    const refused = (readUrl: string) => expect(refuseNoStandby(readUrl, cluster.url)).rejects;
    await expect(refuseNoStandby(primary, primary)).rejects.toThrow("takes the writes itself");
    const strange = await Cluster.open();
    await refused(strange.alone.standby).toThrow("is another database cluster");
    await strange.close();
    await cluster.failOver();
    cluster.comeBack();
    await expect
      .poll(() => refuseNoStandby(cluster.alone.standby, cluster.alone.primary).catch(String))
      .toContain("takes writes of its own, apart from the primary. Rebuild it as a standby");
  },
  300_000,
);
