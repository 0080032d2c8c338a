// Two instances of version n are brought to version n+1 one after the other while eight people work through a
// balancer. What takes away waits for the last older one and its day, then runs; version n is refused afterwards.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { openBalancer, type Balancer } from "./balancer.ts";
import { bin15, Cluster } from "./cluster.ts";
import { freePort, makeData, removeData } from "./data.ts";
import { provePackage } from "./field-evidence.ts";
import { session } from "./field-steps.ts";
import { caller, saidAtStart, signInAt, startOn, type Running } from "./restoring.ts";

const here = existsSync(bin15);
const clients = 8;
const person = "user@demo.levee.test";
const adds = "20991231T0000_upgrade_note.sql";
const takes = "20991231T0001_older_note_goes.sql";
const waits = `${takes} waits: an older version was alive within a day`;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** This checkout as a later version: it adds a column to requisitions, and takes one away. */
const makeNext = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "levee-next-"));
  chmodSync(folder, 0o755);
  const apart = new Set([".git", ".cache", "node_modules", "build", "dist", "data"]);
  for (const name of readdirSync(".").filter((one) => !apart.has(one)))
    cpSync(name, join(folder, name), { recursive: true });
  for (const name of ["node_modules", "build"]) symlinkSync(resolve(name), join(folder, name));
  const about = JSON.parse(readFileSync("package.json", "utf8")) as object;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...about, version: "99.0.0" }));
  const migrations = join(folder, "db", "migrations");
  writeFileSync(
    join(migrations, adds),
    "alter table requisition add column upgrade_note text not null default '';\n",
  );
  writeFileSync(
    join(migrations, takes),
    "-- contract: upgrade_note took its place\nalter table requisition drop column older_note;\n",
  );
  return folder;
};

let cluster: Cluster;
let data: string;
let next: string;
let balancer: Balancer;
let ports: [number, number];
const running: (Running | undefined)[] = [];
const settings = () => ({
  DATABASE_URL: cluster.alone.primary,
  LEVEE_ORIGIN: balancer.url,
  LEVEE_DEMO: "on",
  LEVEE_DRAIN_SECONDS: "5",
});
const start = async (at: 0 | 1, root = "."): Promise<Running> =>
  (running[at] = await startOn(data, settings(), { root, port: ports[at] }));

beforeAll(async () => {
  if (!here) return;
  next = makeNext();
  cluster = await Cluster.open();
  // One machine is enough: none is lost here.
  await cluster.confirming(false);
  await cluster.endStandby();
  data = makeData();
  ports = [await freePort(), await freePort()];
  balancer = await openBalancer(ports);
  await start(0);
  await start(1);
  // What version n still has, and version n+1 takes away.
  await cluster.rows("alter table requisition add column older_note text not null default ''");
}, 900_000);
afterAll(async () => {
  for (const one of running) if (one && one.child.exitCode === null) await one.stop();
  balancer?.close();
  await cluster?.close();
  if (data) removeData(data);
  if (next) rmSync(next, { recursive: true, force: true });
});

/** One whole answer behind the other, none asked twice: what fails, or breaks off, is told in `failed`. */
class Work {
  readonly failed: string[] = [];
  readonly written: { id: string; title: string }[] = [];
  asked = 0;
  slowest = 0;
  /** The longest time in which nobody at all was answered. */
  longestPause = 0;
  private lastAnswer = performance.now();
  private over = false;
  private readonly wanted: (title: string) => object;
  private token = "";
  private signedIn = Number.NEGATIVE_INFINITY;
  private readonly ended: Promise<unknown>;

  constructor(wanted: (title: string) => object) {
    this.wanted = wanted;
    this.ended = this.signIn().then(() =>
      Promise.all(Array.from({ length: clients }, (_, who) => this.person(who))),
    );
  }

  private async ask<T>(
    asked: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<T> {
    const [method, path] = asked.split(" ") as [string, string];
    const began = performance.now();
    const answer = await fetch(`${balancer.url}/api/v1/${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${this.token}`, "content-type": "application/json" },
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const now = performance.now();
    this.asked++;
    this.slowest = Math.max(this.slowest, now - began);
    this.longestPause = Math.max(this.longestPause, now - this.lastAnswer);
    this.lastAnswer = now;
    if (!answer.ok) throw new Error(`${asked}: ${answer.status} ${text.slice(0, 400)}`);
    return JSON.parse(text) as T;
  }

  /** Drafts, asks the same again under its key, reads, submits, lists and searches. */
  private async round(title: string): Promise<void> {
    type Requisition = { id: string; title: string; version: number };
    const key = { "idempotency-key": crypto.randomUUID() };
    const draft = () => this.ask<Requisition>("POST requisitions", this.wanted(title), key);
    const { id, version } = await draft();
    const again = await draft();
    if (again.id !== id) throw new Error(`${title} was written twice under one key`);
    const read = await this.ask<Requisition>(`GET requisitions/${id}`);
    if (read.title !== title) throw new Error(`${title} is not what was written: ${read.title}`);
    await this.ask(
      `POST requisitions/${id}/actions/submit`,
      {},
      { "if-match": `"${version}"`, "idempotency-key": crypto.randomUUID() },
    );
    this.written.push({ id, title });
    await this.ask("GET requisitions?limit=20");
    await this.ask(`GET search?q=${encodeURIComponent(title)}`);
  }

  /** A sign-in holds for five minutes: everybody works with one that is younger than two. */
  private async signIn(): Promise<void> {
    if (performance.now() - this.signedIn < 120_000) return;
    this.signedIn = performance.now();
    const { access_token: token } = await signInAt(balancer.url, person);
    if (token) this.token = token;
    else this.failed.push("nobody was signed in");
  }

  private async person(who: number): Promise<void> {
    for (let n = 0; !this.over; n++) {
      await this.signIn().catch((error: Error) => this.failed.push(`sign-in: ${error.message}`));
      const title = `Upgrade ${who}-${n}`;
      await this.round(title).catch((error: Error) => {
        this.failed.push(`${title}: ${error.message} ${String(error.cause ?? "")}`);
      });
      await pause(100);
    }
  }

  /** Waits until so many more rounds were done, or one failed. */
  async more(rounds: number): Promise<void> {
    const wanted = this.written.length + rounds;
    await expect
      .poll(() => this.failed.length > 0 || this.written.length >= wanted, { timeout: 120_000 })
      .toBe(true);
    expect(this.failed).toEqual([]);
  }

  async end(): Promise<void> {
    this.over = true;
    await this.ended;
  }
}

const drafting = async (token: string) => {
  const call = caller(balancer.url, token);
  type Found = { items: { id: string; code: string }[] };
  const accounts = await call<Found>("GET /api/v1/account-strings?limit=1");
  const departments = await call<Found>("GET /api/v1/departments");
  const account = accounts.items[0]!;
  const departmentId = departments.items.find(({ code }) => account.code.includes(code))!.id;
  return (title: string) => ({
    ...{ title, justification: "The server is brought to a later version.", departmentId },
    neededOn: agencyDay(20),
    lines: [
      {
        ...{ description: "Bolt", quantity: "1", unit: "each", unitPrice: "1" },
        splits: [{ accountStringId: account.id }],
      },
    ],
  });
};

const columns = async (): Promise<string[]> =>
  (
    await cluster.rows<{ name: string }>(
      `
        select column_name as name
        from information_schema.columns
        where table_name = 'requisition' and column_name in ('older_note', 'upgrade_note')
        order by 1
      `,
    )
  ).map(({ name }) => name);
/** Nobody of the earlier version was alive for a day. */
const letTheirDayPass = () =>
  cluster.rows(
    `update instance set seen_at = seen_at - interval '25 hours' where knows < '${adds}'`,
  );

// Not tried again: the instances are of the next version by then.
test.skipIf(!here)(
  "two instances come to the next version while eight people work: nothing fails, what was acknowledged is there once, and what takes away waits for its day",
  { timeout: 1_200_000, retry: 0 },
  async () => {
    const work = new Work(await drafting((await signInAt(balancer.url, person)).access_token));
    await work.more(2 * clients);
    for (const at of [0, 1] as const) {
      await running[at]!.stop();
      const { said } = await start(at, next);
      expect(said()).toContain(waits);
      // The first time both versions work side by side.
      const before = balancer.counts();
      await work.more(5 * clients);
      for (const [n, count] of balancer.counts().entries())
        expect(count, `instance ${n}`).toBeGreaterThan(before[n]!);
      expect(await columns()).toEqual(["older_note", "upgrade_note"]);
    }
    await letTheirDayPass();
    await running[0]!.stop();
    const { said } = await start(0, next);
    expect(said()).toContain(`migrating ${takes}`);
    expect(said()).not.toContain("waits");
    expect(await columns()).toEqual(["upgrade_note"]);
    await work.more(2 * clients);
    await work.end();
    expect(work.failed).toEqual([]);
    console.log(
      `${work.asked} requests of ${clients} people, ${work.written.length} requisitions submitted, none lost; slowest answer ${Math.round(work.slowest)} ms, longest pause of all ${Math.round(work.longestPause)} ms`,
    );
    const kept = await cluster.rows<{ title: string; n: string; submitted: boolean }>(
      `
        select title, count(*) as n, bool_and(status <> 'draft') as submitted
        from requisition
        where title like 'Upgrade %'
        group by title
      `,
    );
    expect(kept.filter(({ n, submitted }) => n !== "1" || !submitted)).toEqual([]);
    expect(kept.map(({ title }) => title).sort()).toEqual(
      work.written.map(({ title }) => title).sort(),
    );
    const last = work.written.slice(-20).map(({ id }) => id);
    await provePackage(await session(balancer.url, "auditor"), last, []);
  },
);

test.skipIf(!here)(
  "version n is refused on what version n+1 worked with, in words, and changes nothing",
  async () => {
    const { code, said } = await saidAtStart(data, settings());
    expect(said).toContain(
      `A newer version of Levee worked with this database: it ran ${adds}, which this version does not know. Start that version, or a later one.`,
    );
    expect(code).toBe(1);
    expect(await columns()).toEqual(["upgrade_note"]);
    expect((await fetch(`${balancer.url}/readyz`)).status).toBe(200);
  },
  300_000,
);
