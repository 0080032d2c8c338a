// The machine of the database is killed again and again while eight people work, and its standby is promoted.
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { bin15, Cluster } from "./cluster.ts";
import { makeData, removeData } from "./data.ts";
import { provePackage } from "./field-evidence.ts";
import { session } from "./field-steps.ts";
import { caller, saidAtStart, signInAt, startOn, type Running } from "./restoring.ts";

const rounds = Number(process.env.E2E_PROMOTIONS ?? 20);
const clients = 8;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

let cluster: Cluster;
let data: string;
let server: Running;
const here = existsSync(bin15);
beforeAll(async () => {
  if (!here) return;
  cluster = await Cluster.open();
  data = makeData();
  server = await startOn(data, { DATABASE_URL: cluster.url, LEVEE_DEMO: "on" });
}, 900_000);
afterAll(async () => {
  await server?.stop();
  await cluster?.close();
  if (data) removeData(data);
});

type Acknowledged = { id: string; title: string; at: number };

/** Works until it is told to stop: one request behind the other, each asked until it is answered. */
const working = (
  token: string,
  wanted: (title: string) => object,
  who: number,
  over: () => boolean,
) => {
  const done: Acknowledged[] = [];
  const strange: string[] = [];
  const one = async (title: string) => {
    const key = crypto.randomUUID();
    for (; ; await pause(100)) {
      const answer = await fetch(`${server.url}/api/v1/requisitions`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify(wanted(title)),
      }).catch(() => null);
      if (answer?.ok) {
        const { id } = (await answer.json()) as { id: string };
        done.push({ id, title, at: Date.now() });
        return;
      }
      const said = answer ? `${answer.status} ${await answer.text()}` : "";
      // Away, or the same request is still at work: it is asked again under its key.
      if (said && !/^(503|409|425|429)/.test(said)) {
        strange.push(said.slice(0, 400));
        return;
      }
    }
  };
  const ended = (async () => {
    for (let n = 0; !over() && strange.length === 0; n++) await one(`Failover ${who}-${n}`);
  })();
  return { done, strange, ended };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

test.skipIf(!here)(
  "twenty times the primary is killed and its standby promoted: what was acknowledged is there once, and the record verifies",
  async () => {
    const token = (await signInAt(server.url, "user@demo.levee.test")).access_token;
    const call = caller(server.url, token);
    type Found = { items: { id: string; code: string }[] };
    const accounts = await call<Found>("GET /api/v1/account-strings?limit=1");
    const departments = await call<Found>("GET /api/v1/departments");
    const account = accounts.items[0]!;
    const wanted = (title: string) => ({
      title,
      justification: "The machine of the database may go.",
      departmentId: departments.items.find(({ code }) => account.code.includes(code))!.id,
      neededOn: agencyDay(20),
      lines: [
        {
          description: "Cold patch asphalt",
          quantity: "1",
          unit: "t",
          unitPrice: "150",
          splits: [{ accountStringId: account.id }],
        },
      ],
    });
    let over = false;
    const people = Array.from({ length: clients }, (_, who) =>
      working(token, wanted, who, () => over),
    );
    const all = () => people.flatMap(({ done }) => done);
    const strange = () => people.flatMap((one) => one.strange);
    await expect
      .poll(() => strange().length > 0 || all().length > clients, { timeout: 60_000 })
      .toBe(true);
    expect(strange()).toEqual([]);
    const outages: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await pause(1_000 + Math.random() * 1_000);
      const killed = Date.now();
      await cluster.failOver();
      const promoted = Date.now();
      // Nothing is acknowledged before the other one confirms again: it joins anew.
      await cluster.joinStandby();
      const joined = Date.now();
      await expect
        .poll(() => strange().length > 0 || all().some(({ at }) => at > joined), {
          ...{ timeout: 60_000, interval: 50 },
        })
        .toBe(true);
      expect(strange()).toEqual([]);
      const first = Math.min(...all().flatMap(({ at }) => (at > promoted ? [at] : [])));
      outages.push(first - killed - (joined - promoted));
    }
    over = true;
    await Promise.all(people.map(({ ended }) => ended));
    expect(strange()).toEqual([]);
    const kept = await cluster.rows<{ title: string; n: string }>(
      "select title, count(*) as n from requisition where title like 'Failover %' group by title",
    );
    const counts = new Map(kept.map(({ title, n }) => [title, Number(n)]));
    expect(all().filter(({ title }) => counts.get(title) !== 1)).toEqual([]);
    expect(kept.filter(({ n }) => n !== "1")).toEqual([]);
    console.log(
      `${rounds} promotions, ${all().length} acknowledged by ${clients} people; outage beside the rebuilding median ${median(outages)} ms, longest ${Math.max(...outages)} ms`,
    );
    expect(median(outages)).toBeLessThanOrEqual(15_000);
    await provePackage(
      await session(server.url, "auditor"),
      all()
        .slice(-20)
        .map(({ id }) => id),
      [],
    );
  },
  1_800_000,
);

test.skipIf(!here)(
  "an earlier primary that comes back alone is refused in words, and a server does not start on it",
  async () => {
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await cluster.failOver();
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    cluster.comeBack();
    await cluster.leaveOnly();
    await expect.poll(ready, { timeout: 30_000 }).toBe(503);
    await server.stop();
    const { said } = await saidAtStart(data, { DATABASE_URL: cluster.url, LEVEE_DEMO: "on" });
    expect(said).toContain("is an earlier primary");
    expect(said).toContain("Rebuild it as a standby of that one.");
  },
  300_000,
);
