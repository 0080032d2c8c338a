import type { FastifyInstance } from "fastify";
import pg from "pg";
import { z } from "zod";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { buildApp } from "../../http/app.ts";
import { endpoint } from "../../http/endpoint.ts";
import { makeAgency } from "../../testing/agency.ts";
import { brokenLineTo, type BrokenLine } from "../../testing/broken-line.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../../testing/database.ts";
import { noScope, type Database } from "../db.ts";
import { openDatabase } from "../open-database.ts";
import { bind, sql } from "../sql.ts";

let t: TestDatabase;
let line: BrokenLine;
let database: Database;
let app: FastifyInstance;
const endpoints = areaServers.flatMap((a) => a.endpoints);
const id = newId();

/** Has the database itself refuse with a code of its own. */
const raising = endpoint({
  method: "GET",
  path: "/api/v1/test-raise",
  permission: "public",
  summary: "For this test",
  query: z.object({ code: z.string().regex(/^[0-9A-Z]{5}$/) }),
  response: z.object({}),
  handler: async ({ query }) => {
    const text = `do $$ begin raise exception 'no' using errcode = '${query.code}'; end $$`;
    await database.read(noScope).rows(bind(text, []));
    return {};
  },
});

beforeAll(async () => {
  t = await freshDatabase();
  line = await brokenLineTo(t.ownerUrl);
  database = openDatabase(line.url, { max: 6 });
  const { orgId } = await makeAgency(t.database);
  const member = memberActor(orgId, "admin");
  const actor: Actor = { ...member, permissions: new Set(Object.keys(permissions)) };
  app = await buildApp({
    ...t.app,
    database,
    endpoints: [...endpoints, raising],
    principal: async (request) => {
      if (request.headers["x-person"]) await database.read(noScope).one(sql`select 1 as known`);
      return request.headers["x-vendor"] ? { ...actor, kind: "vendor", vendorIds: [id] } : actor;
    },
  });
  await app.ready();
});
const answers = async () =>
  vi.waitFor(() => database.read(noScope).one(sql`select 1 as ok`), {
    timeout: 9_000,
    interval: 200,
  });
afterEach(async () => {
  await line.mend();
  await answers();
});
afterAll(async () => {
  await app.close();
  await database.close();
  await line.close();
  await t.drop();
});

const send = async (method: "GET" | "POST", url: string) => {
  const began = performance.now();
  const answer = await app.inject({
    method,
    url,
    headers: { "idempotency-key": newId(), "x-person": "1" },
    ...(method === "POST" && { payload: { list: "vendors", name: "Mine", query: "" } }),
  });
  return { answer, seconds: (performance.now() - began) / 1000 };
};
const isAwayAnswer = ({ answer, seconds }: Awaited<ReturnType<typeof send>>) => {
  expect(answer.statusCode, answer.body).toBe(503);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(answer.json()).toMatchObject({ code: "database_away" });
  expect(seconds).toBeLessThan(5);
};

/** Calls that stand behind a lock of somebody else while `work` runs. */
const whileLocked = async (work: () => Promise<unknown>) => {
  const other = new pg.Client({ connectionString: t.ownerUrl });
  await other.connect();
  await other.query("begin; lock table saved_view in access exclusive mode");
  await work().finally(() => other.end());
};

test("a line that forwards nothing: calls under way and those that come are answered 503 within five seconds, and it goes on by itself", async () => {
  await whileLocked(async () => {
    const underWay = [
      send("GET", "/api/v1/saved-views?list=vendors"),
      send("POST", "/api/v1/saved-views"),
    ];
    await new Promise((r) => setTimeout(r, 500));
    line.freeze();
    const come = [
      ...Array.from({ length: 8 }, () => send("GET", "/api/v1/vendors")),
      send("POST", "/api/v1/saved-views"),
      send("GET", "/readyz"),
    ];
    const ready = (await Promise.all(come)).at(-1)!;
    expect([ready.answer.statusCode, ready.seconds < 5]).toEqual([503, true]);
    for (const answered of [
      ...(await Promise.all(underWay)),
      ...(await Promise.all(come.slice(0, -1))),
    ])
      isAwayAnswer(answered);
  });
  isAwayAnswer(await send("GET", "/api/v1/vendors"));
  await line.mend();
  await answers();
  expect((await send("GET", "/api/v1/vendors")).answer.statusCode).toBe(200);
});

test("one connection that lost its line is left, and the next one answers", async () => {
  await Promise.all([1, 2, 3].map(() => database.read(noScope).one(sql`select pg_sleep(0.1)`)));
  line.freeze("old");
  isAwayAnswer(await send("GET", "/api/v1/vendors"));
});

test("what the database is at work on is waited for", async () => {
  const slept = await database.read(noScope).one(sql`select 'slept' as is, pg_sleep(3.5)`);
  expect(slept).toMatchObject({ is: "slept" });
});

test("a database that refuses: every address answers 503 or what it knows by itself, never 500", async () => {
  await line.refuse();
  const wrong: string[] = [];
  // Reading ones, and those that write without being sent anything.
  for (const e of endpoints) {
    if ((e.method !== "GET" && e.body) || e.path === "/api/v1/events") continue;
    for (const vendor of [false, true]) {
      const answer = await app.inject({
        method: e.method,
        url: e.path.replace(/\{\w+\}/g, id),
        headers: {
          "if-match": '"1"',
          "idempotency-key": newId(),
          ...(vendor && { "x-vendor": "1" }),
        },
      });
      const told =
        answer.statusCode === 503
          ? Number(answer.headers["retry-after"]) > 0
          : answer.statusCode < 500;
      if (!told)
        wrong.push(`${e.method} ${e.path} ${answer.statusCode} ${answer.body.slice(0, 120)}`);
    }
  }
  expect(wrong).toEqual([]);
  isAwayAnswer(await send("GET", "/api/v1/vendors"));
  isAwayAnswer(await send("POST", "/api/v1/saved-views"));
});

test.each([
  "08006",
  "25P03",
  "40001",
  "40P01",
  "53200",
  "53300",
  "53400",
  "55P03",
  "57014",
  "57P01",
  "57P03",
])(
  "what the database says with %s is no fault of ours: 503, and when to come again",
  async (code) => {
    const answer = await app.inject({ url: `/api/v1/test-raise?code=${code}` });
    expect(answer.statusCode, answer.body).toBe(503);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  },
);
