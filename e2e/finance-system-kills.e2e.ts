// Ten thousand lines of the general ledger reach a finance system that accepts and falls silent, breaks
// down, refuses, rejects lines and answers out of order, while the process of the server is killed: each
// line is there once, and its bytes are the same however often they were sent.
import { existsSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pause, startSupervised, type Supervised } from "./supervised.ts";

let server: Supervised;
const call: Supervised["call"] = (...asked) => server.call(...asked);

// What the finance system does with a file, one after the other.
const manners = [
  "takes",
  "takes and is silent",
  "is silent",
  "takes and breaks down",
  "refuses",
  "takes, and the server is killed",
  "takes and breaks off",
] as const;
type Manner = (typeof manners)[number];

/** The finance system: what it took under which id, and how often it was asked. */
const taken = new Map<string, string>();
const asked: string[] = [];
const silent: ServerResponse[] = [];
let turn = 0;

const take = (key: string, body: string): void => {
  const before = taken.get(key);
  if (before !== undefined && before !== body) throw new Error(`other bytes under ${key}`);
  taken.set(key, body);
};

const answer = (manner: Manner, key: string, body: string, response: ServerResponse): void => {
  if (manner.startsWith("takes")) take(key, body);
  if (manner === "takes") response.writeHead(201).end("taken");
  else if (manner === "refuses") response.writeHead(422).end("the interface is closed");
  else if (manner === "takes and breaks down") response.writeHead(502).end();
  else if (manner === "takes and breaks off") response.destroy();
  else silent.push(response);
  if (manner === "takes, and the server is killed") server.kill();
};

const there = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("error", () => {});
  request.on("end", () => {
    const key = String(request.headers["idempotency-key"]);
    asked.push(key);
    const body = Buffer.concat(parts).toString("latin1");
    // Asked again for what it has, it says so.
    if (taken.has(key)) {
      take(key, body);
      return void response.writeHead(200).end("taken before");
    }
    answer(manners[turn++ % manners.length]!, key, body, response);
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => there.listen(0, "127.0.0.1", done));
  server = await startSupervised({
    LEVEE_OUTGOING_ALLOW: `http://localhost:${(there.address() as AddressInfo).port}`,
    LEVEE_DELIVERY_SECONDS: "2",
  });
}, 200_000);
afterAll(async () => {
  await server.stop();
  for (const response of silent) response.destroy();
  there.closeAllConnections();
  there.close();
});

type Written = { id: string; version: number };
type Rows<T> = { items: T[] };
type Batch = Written & { status: string; number: string; fileName: string; lineCount: number };
type People = Record<"admin" | "controller" | "budget" | "manager", string>;

// Two hundred entries of fifty lines, ten on each of twenty days.
const days = 20;
const entriesOfDay = 10;
const linesOfEntry = 50;
const all = days * entriesOfDay * linesOfEntry;

type Account = { id: string };
/** A line on every account in every fund, all of other cents, and each fund in balance. */
const entryLines = (funds: readonly Account[], accounts: readonly Account[], n: number) =>
  funds.flatMap(({ id: fundId }, f) => {
    const debits = accounts.slice(1).map(({ id: accountId }, a) => ({
      fundId,
      accountId,
      debit: 1_000_00 + n * 1_000 + f * 100 + a,
    }));
    const credit = debits.reduce((sum, { debit }) => sum + debit, 0);
    return [...debits, { fundId, accountId: accounts[0]!.id, credit }];
  });

const typeEntries = async ({ controller, budget }: People, on: (n: number) => string) => {
  const accounts = await call<Rows<Account>>(controller, "/gl-accounts?own=true&sort=code");
  const funds = await call<Rows<Account>>(controller, "/gl-accounts?kind=fund&sort=code");
  for (let n = 0; n < days * entriesOfDay; n++) {
    const lines = entryLines(funds.items.slice(0, 5), accounts.items.slice(0, 10), n);
    expect(lines).toHaveLength(linesOfEntry);
    const made = await call<Written>(controller, "/journal-entries", {
      title: `Payroll ${n + 1}`,
      reason: "As the payroll of the week says",
      postedOn: on(Math.floor(n / entriesOfDay)),
      lines,
    });
    const path = `/journal-entries/${made.id}`;
    const sent = await call<Written>(controller, `${path}/actions/submit`, {}, made.version);
    await call(budget, `${path}/actions/post`, {}, sent.version);
  }
};

const destination = async ({ admin }: People): Promise<string> => {
  const port = (there.address() as AddressInfo).port;
  const made = await call<Written>(admin, "/connectors", {
    name: "Inbox of the finance system",
    kind: "push",
    importer: "files-out",
    address: `http://localhost:${port}/journals`,
    settings: { method: "POST" },
    runAt: "02:30",
  });
  await call(admin, `/connectors/${made.id}/actions/run`, { dry: true });
  for (;;) {
    const { status, version } = await call<Batch>(admin, `/connectors/${made.id}`);
    if (status === "tested") {
      await call(admin, `/connectors/${made.id}/actions/activate`, {}, version);
      return made.id;
    }
    await pause(200);
  }
};

const read = (who: string, id: string) => call<Batch>(who, `/fms-batches/${id}`);
const step = async (who: string, id: string, action: string, body: object = {}) =>
  call<Batch>(who, `/fms-batches/${id}/actions/${action}`, body, (await read(who, id)).version);

/** Sends a batch until it is there: what is not known is asked for at the finance system. */
const bring = async ({ controller, manager }: People, id: string): Promise<string[]> => {
  const course: string[] = [];
  await step(controller, id, "validate");
  for (const end = Date.now() + 240_000; Date.now() < end; await pause(300)) {
    const { status } = await read(manager, id);
    if (course.at(-1) !== status) course.push(status);
    if (status === "sent") return course;
    if (status === "validated") await step(manager, id, "deliver");
    if (status === "unknown") await decide(manager, id, course.length);
  }
  throw new Error(`${id} did not arrive: ${course.join(", ")}`);
};

const decide = async (manager: string, id: string, n: number) => {
  const key = asked.at(-1)!;
  if (n % 2 === 0) return step(manager, id, "again", { reason: "Nobody there can say" });
  return taken.has(key)
    ? step(manager, id, "found", { reason: "They have the file" })
    : step(manager, id, "missed", { reason: "They do not have the file" });
};

/** Document, side and cents of each line of a file. */
const linesOf = (body: string): string[] =>
  body
    .split(/\r?\n/)
    .map((row) => row.split(","))
    .filter(([record]) => record === "L")
    .map(([, , , , , amount, side, reference]) => `${reference} ${side} ${amount}`);

test.skipIf(!existsSync("/proc/self/task"))(
  "ten thousand lines reach a finance system of bad manners once each, whatever is killed meanwhile",
  { timeout: 900_000, retry: 0 },
  async () => {
    const names = ["admin", "controller", "budget", "manager"] as const;
    const tokens = await Promise.all(names.map(server.signedIn));
    const people = Object.fromEntries(names.map((name, n) => [name, tokens[n]])) as People;
    const { controller, manager } = people;
    const periods = await call<Rows<{ id: string; firstDay: string; adjustment: boolean }>>(
      controller,
      "/accounting-periods?status=open&begun=true&sort=number&limit=50",
    );
    const period = periods.items.find(({ adjustment }) => !adjustment)!;
    const on = (n: number) => `${period.firstDay.slice(0, 8)}${String(n + 1).padStart(2, "0")}`;
    const layouts = await call<Rows<{ id: string; status: string }>>(controller, "/fms-layouts");
    const layoutId = layouts.items.find(({ status }) => status === "published")!.id;
    await typeEntries(people, on);
    const destinationId = await destination(people);

    const batches: string[] = [];
    const courses: string[][] = [];
    for (let n = 0; n < days; n++) {
      const { id } = await call<Written>(controller, "/fms-batches", {
        periodId: period.id,
        layoutId,
        through: on(n),
        destinationId,
      });
      expect((await read(controller, id)).lineCount).toBeGreaterThanOrEqual(
        entriesOfDay * linesOfEntry,
      );
      courses.push(await bring(people, id));
      batches.push(id);
    }
    expect(new Set(courses.flat())).toEqual(new Set(["validated", "sending", "unknown", "sent"]));

    // It answers in the reverse order; of every fourth batch it does not take three lines.
    const keyOf = [...taken.keys()];
    const rejected: string[] = [];
    for (const [back, id] of batches.toReversed().entries()) {
      const n = batches.length - 1 - back;
      if (n % 4 > 0) {
        await step(controller, id, "acknowledge");
        continue;
      }
      await step(controller, id, "reject", {
        rejected: "1: Account closed\n2: Account closed\n500: Account closed",
      });
      const lines = linesOf(taken.get(keyOf[n]!)!);
      rejected.push(lines[0]!, lines[1]!, lines[499]!);
      await step(controller, id, "correct");
    }
    const corrected = await call<Rows<Batch>>(controller, "/fms-batches?status=built&limit=50");
    expect(corrected.items).toHaveLength(days / 4);
    for (const { id } of corrected.items) {
      await bring(people, id);
      await step(controller, id, "acknowledge");
    }

    const count = new Map<string, number>();
    for (const line of [...taken.values()].flatMap(linesOf))
      count.set(line, (count.get(line) ?? 0) + 1);
    for (const line of rejected) count.set(line, count.get(line)! - 1);
    expect(count.size).toBeGreaterThanOrEqual(all);
    expect([...count].filter(([, n]) => n !== 1)).toEqual([]);
    expect(asked.length).toBeGreaterThan(taken.size);
    const standing = await call<{ waiting: number; underWay: number }>(manager, "/fms-standing");
    expect(standing.underWay).toBe(0);
  },
);
