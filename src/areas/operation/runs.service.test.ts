import { renameSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { DatabaseAway } from "#server/db/away.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { startJobs, type JobRun, type Jobs } from "#server/jobs/jobs.ts";
import { useKeyStore } from "#server/keystore.ts";
import { allInvariants, allProbes } from "#server/operation/checking.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import {
  admin,
  agency,
  asOwner,
  checkedAgency,
  placeOf,
  planted,
  probed,
  t,
} from "./operation.setup.ts";
import { beginMachine } from "./probe/machine.service.ts";
import { beginBooks, booksJob } from "./run/books.service.ts";
import { keepNights } from "./run/night.service.ts";
import { readRun } from "./run/read.service.ts";

checkedAgency();

let jobs: Jobs;
let server: FastifyInstance;
let now: Actor;
let manager: Actor;
let user: Actor;
let stranger: Actor;
const demo = () => ({ ...t.app, config: { ...t.app.config, demo: true } });

beforeAll(async () => {
  ({ manager } = agency.people);
  ({ user } = await makeMembers(t.database, agency, { user: { role: "user" } }));
  const other = await makeAgency(t.database);
  ({ stranger } = await makeMembers(t.database, other, { stranger: { role: "admin" } }));
  jobs = await startJobs(
    t.app,
    t.ownerUrl,
    areaServers.flatMap((area) => area.jobs ?? []),
  );
  server = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => now,
  });
});
afterAll(async () => {
  await server.close();
  await jobs.stop();
});

const ask = (
  as: Actor,
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
  version = 0,
) => {
  now = as;
  return server.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { "if-match": `"${version}"` },
  });
};
const ended = async (id: string) => {
  await vi.waitFor(
    async () => expect((await readRun(t.database.read(admin), id)).status).not.toBe("running"),
    { timeout: 15_000, interval: 50 },
  );
  return readRun(t.database.read(admin), id);
};
const notices = async () =>
  (
    await t.database.read(admin).rows<{ title: string }>(sql`
      select title
      from notification
      where kind = 'operation' and person_id = ${admin.personId}
      order by created_at
    `)
  ).map(({ title }) => title);

test("a well machine is green, and every probe says what it did", async () => {
  const { ended: end, id } = await t.database.transaction(admin, (tx) =>
    beginMachine(demo(), tx, admin, "person"),
  );
  await end;
  const run = await readRun(t.database.read(admin), id);
  expect(run.results.filter(({ outcome }) => outcome === "red")).toEqual([]);
  expect(run).toMatchObject({ status: "done", done: allProbes().length, red: 0 });
  expect(run.results.map(({ name }) => name)).toEqual(allProbes().map(({ name }) => name));
  for (const { said } of run.results) expect(said.length).toBeGreaterThan(15);
});

test("faults of the machine: each probe finds its own, and says what to do", async () => {
  const red = async (name: string, says: RegExp) => {
    const answer = await probed(name, demo());
    expect([name, answer.outcome]).toEqual([name, "red"]);
    expect(answer.said).toMatch(says);
    expect(answer.todo).toMatch(/\w{10}|\w+ \w+ \w+/);
  };
  const { rows } = await asOwner(
    "delete from levee_migration where name like '%_baseline.sql' returning *",
  );
  await red("database", /_baseline\.sql did not run/);
  await asOwner("insert into levee_migration values ($1, $2, $3)", [
    rows[0].name,
    rows[0].sha256.replace(/^./, "x"),
    rows[0].ran_at,
  ]);
  await red("database", /_baseline\.sql ran with another text/);
  await asOwner("update levee_migration set sha256 = $1 where name = $2", [
    rows[0].sha256,
    rows[0].name,
  ]);
  expect((await probed("database")).outcome).toBe("green");
  await asOwner("create policy leak on stored_file for select to levee_app using (true)");
  await red("row-security", /stored_file gave rows to another agency/);
  await asOwner("drop policy leak on stored_file");
  const clock = vi
    .spyOn(Date, "now")
    .mockImplementation(() => performance.timeOrigin + performance.now() + 3_600_000);
  await red("clock", /60 minutes ahead of the database's/);
  clock.mockRestore();
  useKeyStore({ status: async () => Promise.reject(new Error("It is away.")) } as never);
  await red("key-store", /It is away/);
  const answer = await probed("letter");
  expect([answer.outcome, answer.said]).toEqual([
    "red",
    "The queue took a letter, and no mail server is set: letters wait.",
  ]);
  expect(
    await t.database.read(admin).rows(sql`select 1 as n from mail where kind = 'test_system'`),
  ).toEqual([]);
});

test("a job checks the books; a killed one goes on where it was; two do not run at once", async () => {
  const begin = () => t.database.transaction(admin, (tx) => beginBooks(tx, admin, "person"));
  const answers = await Promise.allSettled([begin(), begin(), begin()]);
  const [first] = answers.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "already_running" },
  });
  const run = await ended(first!.id);
  expect(run).toMatchObject({ status: "done", done: allInvariants().length, red: 0, findings: 0 });
  // The same work by hand: the database goes away behind the fifth check.
  const id = newId();
  await asOwner(
    `
      insert into check_run (org_id, id, kind, trigger, product_version, started_name, checks)
      values ($1, $2, 'books', 'person', '0', 'x', 1)
    `,
    [agency.orgId, id],
  );
  let calls = 0;
  const job = (fail: boolean) =>
    ({
      app: t.app,
      actor: { ...systemActor(agency.orgId), timeZone: "America/Chicago" },
      jobId: newId(),
      payload: { runId: id },
      progress: async () => {
        if (fail && ++calls > 5) throw new DatabaseAway("gone");
      },
    }) as JobRun<{ runId: string }>;
  await expect(booksJob.run(job(true))).rejects.toThrow("gone");
  const half = await readRun(t.database.read(admin), id);
  expect([half.status, half.done > 0, half.done < allInvariants().length]).toEqual([
    "running",
    true,
    true,
  ]);
  await booksJob.run(job(false));
  expect(await readRun(t.database.read(admin), id)).toMatchObject({
    status: "done",
    done: allInvariants().length,
  });
});

test("who may see and begin what; another agency's runs are not there", async () => {
  const { json } = await ask(admin, "GET", "/api/v1/check-runs?sort=-startedAt");
  const [{ id }] = json<{ items: { id: string }[] }>().items as [{ id: string }];
  expect((await ask(manager, "GET", `/api/v1/check-runs/${id}`)).statusCode).toBe(200);
  expect((await ask(user, "GET", `/api/v1/check-runs/${id}`)).statusCode).toBe(403);
  for (const part of ["", "/pdf"])
    expect((await ask(stranger, "GET", `/api/v1/check-runs/${id}${part}`)).statusCode).toBe(404);
  expect(
    (await ask(stranger, "POST", `/api/v1/check-runs/${id}/actions/stop`, {})).statusCode,
  ).toBe(404);
  expect((await ask(stranger, "GET", "/api/v1/checks")).json()).toMatchObject({
    machine: false,
    probes: [],
  });
  // The machine is the matter of the agency that runs it, and there of administrators.
  expect((await ask(stranger, "POST", "/api/v1/system-tests", {})).statusCode).toBe(403);
  expect((await ask(manager, "POST", "/api/v1/system-tests", {})).statusCode).toBe(403);
  expect(
    (await ask(manager, "PUT", "/api/v1/check-schedule", { nightly: true, hour: 2 })).statusCode,
  ).toBe(403);
  expect(
    (await ask(admin, "POST", `/api/v1/check-runs/${id}/actions/stop`, {})).json(),
  ).toMatchObject({
    code: "not_running",
  });
});

test("every night once; administrators hear once that it turned red, and once that it is mended", async () => {
  const { hour } = await t.database
    .read(admin)
    .one<{ hour: number }>(
      sql`select extract(hour from clock_timestamp() at time zone 'America/Chicago')::int as hour`,
    );
  expect(
    (await ask(admin, "PUT", "/api/v1/check-schedule", { nightly: true, hour }, 5)).statusCode,
  ).toBe(412);
  expect(
    (await ask(admin, "PUT", "/api/v1/check-schedule", { nightly: true, hour })).json(),
  ).toMatchObject({
    nightly: true,
    version: 1,
  });
  const night = async () => {
    // The hour may turn while this goes on.
    await asOwner(`
      update check_schedule
      set
        last_day = null, hour = extract(hour from clock_timestamp() at time zone 'America/Chicago')
    `);
    await Promise.all([keepNights(demo()), keepNights(demo())]);
    await keepNights(demo());
    const { rows } = await asOwner(
      "select id from check_run where trigger = 'nightly' order by started_at desc limit 2",
    );
    return Promise.all(rows.map((row) => ended(row.id as string)));
  };
  useKeyStore({
    status: async () => ({ publicKey: "a2V5", now: new Date().toISOString() }),
  } as never);
  const place = placeOf(planted.sha256);
  renameSync(place, `${place}.away`);
  const runs = await night();
  expect(runs.map(({ kind, red }) => [kind, red]).sort()).toEqual([
    ["books", 1],
    ["machine", 0],
  ]);
  const books = runs.find(({ kind }) => kind === "books")!;
  expect(books.changes).toMatchObject([{ name: "files.contents", change: "red", now: 1 }]);
  await night();
  expect(await notices()).toEqual(["The nightly checks found something: Comprehensive test"]);
  renameSync(`${place}.away`, place);
  const mended = await night();
  expect(mended.find(({ kind }) => kind === "books")!.changes).toMatchObject([
    { name: "files.contents", change: "green" },
  ]);
  expect(await notices()).toEqual([
    "The nightly checks found something: Comprehensive test",
    "The nightly checks are in order again",
  ]);
  expect((await asOwner("select 1 from check_run where trigger = 'nightly'")).rowCount).toBe(6);
});
