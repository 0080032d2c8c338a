import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { logSecurityEvent } from "#areas/identity/identity.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { buildApp } from "#server/http/app.ts";
import { openAlarms } from "#server/operation/alarms.ts";
import { noteAnswer, quantile, takeAnswers } from "#server/operation/monitor/answers.ts";
import {
  measureMinute,
  seriesOf,
  tidyMinutes,
  writeMinute,
} from "#server/operation/monitor/minutes.ts";
import { keepRules, verdictOf } from "#server/operation/monitor/rules.ts";
import { takeUntold } from "#server/operation/told.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let owner: pg.Client;
let server: FastifyInstance;
let admin: Actor;
let manager: Actor;
let other: Actor;
let now: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  ({ admin, manager } = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
    manager: { role: "manager" },
  }));
  ({ other } = await makeMembers(t.database, await makeAgency(t.database), {
    other: { role: "admin" },
  }));
  server = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => now,
  });
});
afterAll(async () => {
  await server.close();
  await owner.end();
  await t.drop();
});

const ask = (
  as: Actor,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: object,
  version?: number,
) => {
  now = as;
  return server.inject({
    method,
    url,
    ...(payload && { payload }),
    ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
  });
};
const minute = (ago: number, measured: object, name = "one:3000") =>
  owner.query(
    `
      insert into monitor_minute (instance_name, at, measured)
      values ($1, date_trunc('minute', clock_timestamp()) - make_interval(mins => $2), $3)
      on conflict (instance_name, at)
      do update set measured = excluded.measured
    `,
    [name, ago, JSON.stringify(measured)],
  );
const minutes = async (value: number) => {
  for (let ago = 0; ago < 6; ago++) await minute(ago, { p95: value });
  await keepRules(t.app);
};
const open = async (as: Actor) =>
  (await openAlarms(t.database.read(as))).map(({ text }) => text.split(":")[0]);
const told = (as: Actor) => t.database.transaction(as, async (tx) => (await takeUntold(tx)).length);

test("a minute is counted by groups of addresses, without a trace of who asked", () => {
  takeAnswers();
  for (let n = 1; n <= 100; n++) noteAnswer("GET", `/api/v1/invoices?q=${n}`, 200, n);
  noteAnswer("POST", "/api/v1/invoices", 503, 900);
  noteAnswer("POST", "/api/v1/auth/sign-in", 200, 40);
  const taken = takeAnswers();
  expect(taken).toMatchObject({ answers: 102, errors: 1, "p95.read": 96, "p95.write": 900 });
  expect(taken).toMatchObject({ "p95.signIn": 40, "p95.pages": null });
  expect(JSON.stringify(taken)).not.toContain("invoices");
  expect(takeAnswers()).toMatchObject({ answers: 0, errors: 0, p95: null });
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
});

test("an alarm is raised by every minute beyond the threshold, and ends only with the margin", () => {
  const rule = {
    direction: "above" as const,
    threshold: 100,
    margin: 20,
    minutes: 5,
    enabled: true,
  };
  const verdict = (n: number, least: number, most: number) => verdictOf(rule, { n, least, most });
  expect(verdict(4, 500, 500)).toBe("stay");
  expect(verdict(5, 101, 500)).toBe("raise");
  expect(verdict(5, 99, 500)).toBe("stay");
  expect(verdict(5, 10, 90)).toBe("stay");
  expect(verdict(5, 10, 80)).toBe("clear");
  const low = { ...rule, direction: "below" as const, threshold: 10, margin: 3 };
  expect(verdictOf(low, { n: 5, least: 2, most: 9 })).toBe("raise");
  expect(verdictOf(low, { n: 5, least: 12, most: 40 })).toBe("stay");
  expect(verdictOf(low, { n: 5, least: 13, most: 40 })).toBe("clear");
});

test("rules are data: raised once, told once to whom it concerns, ended with the margin", async () => {
  await minutes(2_500);
  expect(await open(admin)).toEqual(["95 of 100 answers within on one"]);
  expect(await open(other)).toEqual([]);
  await minutes(2_600);
  expect([await told(admin), await told(admin), await told(other)]).toEqual([1, 0, 0]);
  await minutes(1_800);
  expect(await open(admin)).toHaveLength(1);
  await minutes(1_200);
  expect(await open(admin)).toEqual([]);
  // It comes again within the hour: the same alarm, and nobody hears of it twice.
  await minutes(2_500);
  expect([(await open(admin)).length, await told(admin)]).toEqual([1, 0]);
  const { items } = (await ask(admin, "GET", "/api/v1/alarm-rules")).json<{
    items: { id: string; metric: string; version: number }[];
  }>();
  const { id, version, ...rule } = items.find(({ metric }) => metric === "p95")!;
  const body = Object.fromEntries(
    Object.entries(rule).filter(([key]) => !["label", "unit"].includes(key)),
  );
  const change = { ...body, enabled: false };
  expect((await ask(manager, "PUT", `/api/v1/alarm-rules/${id}`, change, version)).statusCode).toBe(
    403,
  );
  expect((await ask(other, "PUT", `/api/v1/alarm-rules/${id}`, change, version)).statusCode).toBe(
    403,
  );
  expect((await ask(admin, "PUT", `/api/v1/alarm-rules/${id}`, change)).statusCode).toBe(428);
  expect(
    (await ask(admin, "PUT", `/api/v1/alarm-rules/${id}`, change, version + 1)).statusCode,
  ).toBe(412);
  const wrong = await ask(admin, "POST", "/api/v1/alarm-rules", { ...change, metric: "toString" });
  expect(wrong.json()).toMatchObject({ errors: [{ path: "metric" }] });
  expect((await ask(admin, "PUT", `/api/v1/alarm-rules/${id}`, change, version)).statusCode).toBe(
    200,
  );
  await keepRules(t.app);
  expect(await open(admin)).toEqual([]);
});

test("the machine is told to its own agency; others see their own numbers", async () => {
  await measureMinute(t.app);
  const mine = (await ask(manager, "GET", "/api/v1/monitoring")).json();
  expect(mine.machine.whole).toMatchObject({ lettersWaiting: 0, unsealed: expect.any(Number) });
  expect(mine.machine.instances.map((each: { measured: object }) => each.measured)).toContainEqual(
    expect.objectContaining({ memory: expect.any(Number), diskFree: expect.any(Number) }),
  );
  expect((await ask(other, "GET", "/api/v1/monitoring")).json()).toMatchObject({
    machine: null,
    own: { files: 0 },
  });
  const series = "/api/v1/monitoring/series?metric=p95&span=hour";
  expect((await ask(other, "GET", series)).statusCode).toBe(403);
  expect((await ask(admin, "GET", series.replace("p95", "shoes"))).json()).toMatchObject({
    errors: [{ path: "metric", message: "There is no such number." }],
  });
  const { points } = (await ask(admin, "GET", series)).json<{ points: { now: number }[] }>();
  expect([points.length, points.some((point) => point.now === 2_500)]).toEqual([60, true]);
});

test("whoever runs the machine reads from where accounts are tried that nobody has, never what was typed", async () => {
  const typed = ["no.body@a.test", "no.body@a.test", "Winter2026!"];
  const signIn = (email: string) =>
    logSecurityEvent(identityDb(t.database), {
      type: "sign_in_failed",
      severity: "medium",
      address: "203.0.113.9",
      data: { email },
    });
  for (const email of typed) await signIn(email);
  const told = await ask(manager, "GET", "/api/v1/monitoring");
  expect(told.json()).toMatchObject({
    machine: { strangers: [{ address: "203.0.113.9", attempts: 3, accounts: 2 }] },
  });
  expect(told.body).not.toContain("Winter2026!");
  expect(told.body).not.toContain("no.body");
  expect((await ask(other, "GET", "/api/v1/monitoring")).json()).toMatchObject({ machine: null });
});

test("minutes become hours and go after eight days, hours after a year; last week stands beside now", async () => {
  const week = 7 * 1_440;
  for (const [ago, value] of [
    [week, 40],
    [2 * 1_440, 10],
    [2 * 1_440 + 1, 30],
    [9 * 1_440, 5],
  ] as const)
    await minute(ago, { answers: value, p50: null });
  await owner.query(
    "insert into monitor_hour values ('one:3000', clock_timestamp() - interval '400 days', '{}', '{}')",
  );
  await writeMinute(t.database, "one:3000", { answers: 1 });
  for (let n = 0; n < 2; n++) await tidyMinutes(t.database);
  const { rows } = await owner.query(
    `
      select
        (
          select count(*)::int
          from monitor_minute
          where at < clock_timestamp() - interval '8 days'
        ) as old,
        (
          select count(*)::int
          from monitor_hour
          where at < clock_timestamp() - interval '366 days'
        ) as ancient,
        (
          select array_agg(mean ->> 'answers' order by at)
          from monitor_hour
          where mean ? 'answers'
        ) as means,
        (select max((most ->> 'answers')::int) from monitor_hour) as most
    `,
  );
  expect(rows[0]).toMatchObject({ old: 0, ancient: 0, most: 40 });
  expect(rows[0].means.map(Number)).toEqual(expect.arrayContaining([5, 40]));
  const points = await seriesOf(t.database.read(admin), {
    metric: "answers",
    span: "hour",
    low: false,
  });
  expect(points.map(({ before }) => before)).toContain(40);
});
