import { expect, test } from "vitest";
import { carverCountyId, carverDepartments } from "#areas/identity/identity.public.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import {
  as,
  idOf,
  newPerson,
  organizationTests,
  server,
  t,
  password,
} from "../organization.setup.ts";
import { importerOf } from "#server/import/importer.ts";
import { rowReader } from "#server/import/row-reader.ts";
import { memberNow } from "../member/member-now.service.ts";
import { dormancyDay } from "./dormancy.service.ts";
import { endings } from "./ending.service.ts";

organizationTests();

const agency = <T>(work: Parameters<typeof t.database.transaction>[1]) =>
  t.database.transaction({ orgId: carverCountyId, personId: null }, work) as Promise<T>;
const people = async (query: string) =>
  (
    (await (await as("admin"))("GET", `/api/v1/people?limit=200&${query}`)).body.items as {
      id: string;
      name: string;
    }[]
  ).map((row) => row.id);

test("the list tells who never came, who lacks a second factor, and whose right ends this month", async () => {
  await as("buyer");
  const never = await people("never=true");
  expect(never).toContain(idOf("treasurer"));
  expect(never).not.toContain(idOf("buyer"));
  expect(never).not.toContain(idOf("admin"));
  await identityDb(t.database).rows(sql`
    insert into two_factor (person_id, secret_sealed, confirmed_at)
    values (${idOf("buyer")}, 'sealed', clock_timestamp())
  `);
  const without = await people("withoutFactor=true");
  expect([without.includes(idOf("buyer")), without.includes(idOf("ap"))]).toEqual([false, true]);
  await identityDb(t.database).rows(sql`delete from two_factor where person_id = ${idOf("buyer")}`);
  await agency((tx) =>
    tx.rows(sql`
      update member_duty
      set expires_at = (date_trunc(
        'month', clock_timestamp() at time zone 'America/Chicago'
      ) + interval '1 month' - interval '1 minute') at time zone 'America/Chicago'
      where org_id = ${carverCountyId} and person_id = ${idOf("ap")} and duty = 'ap'
    `),
  );
  // The last minute of the agency's month, which is the next month's where the database stands.
  expect(await people("endsThisMonth=true")).toEqual([idOf("ap")]);
});

test("an administrator ends one session or all that work in the agency, and sees only those", async () => {
  const [admin, receiver] = [await as("admin"), await as("receiver")];
  await as("receiver");
  const file = async () => (await admin("GET", `/api/v1/people/${idOf("receiver")}`)).body;
  const { sessions } = await file();
  expect(sessions.length).toBe(2);
  const path = `/api/v1/people/${idOf("receiver")}`;
  expect((await admin("POST", `${path}/sessions/${sessions[0].id}/actions/end`, {})).body).toEqual({
    ended: 1,
  });
  expect((await admin("POST", `${path}/actions/end-sessions`, {})).body).toEqual({ ended: 1 });
  expect((await file()).sessions).toEqual([]);
  expect((await receiver("GET", "/api/v1/members")).status).toBe(401);
  expect((await receiver("GET", "/api/v1/people")).status).toBe(401);
  expect((await (await as("manager"))("GET", "/api/v1/people")).status).toBe(403);
});

test("memberships end in bulk with a reason; one's own and the only administrator stay", async () => {
  const admin = await as("admin");
  const answer = await admin("POST", "/api/v1/people/actions/end", {
    ids: [idOf("auditor"), idOf("admin"), idOf("platform")],
    reason: "Contract ended",
  });
  expect([answer.body.done, answer.body.refused.map((one: { id: string }) => one.id)]).toEqual([
    1,
    [idOf("admin"), idOf("platform")],
  ]);
  const to = carverDepartments[1]!.id;
  const moved = await admin("POST", "/api/v1/people/actions/department", {
    ids: [idOf("ap")],
    departmentId: to,
  });
  expect(moved.body).toEqual({ done: 1, refused: [] });
  expect((await admin("GET", `/api/v1/people/${idOf("ap")}`)).body.person.departmentId).toBe(to);
});

test("at its instant access ends for an open session, and the minute after it is put away", async () => {
  const evaluator = await as("receiver");
  expect((await evaluator("GET", "/api/v1/members")).status).toBe(200);
  const ends = Date.now() + 900;
  await agency((tx) =>
    tx.rows(sql`
      update organization_member
      set ends_at = ${new Date(ends).toISOString()}
      where org_id = ${carverCountyId} and person_id = ${idOf("receiver")}
    `),
  );
  expect((await evaluator("GET", "/api/v1/members")).status).toBe(200);
  await new Promise((r) => setTimeout(r, ends - Date.now() + 1050));
  expect((await evaluator("GET", "/api/v1/members")).status).toBe(403);
  await endings.run(t.app);
  const { person, sessions } = (
    await (
      await as("admin")
    )("GET", `/api/v1/people/${idOf("receiver")}`)
  ).body;
  expect([person.active, sessions]).toEqual([false, []]);
});

test("a dated rule tells once before, then ends what nobody used; a sign-in keeps it", async () => {
  const admin = await as("admin");
  const days = new Date().toISOString().slice(0, 10);
  const late = await admin("PUT", "/api/v1/dormancy", { days: 60, fromDay: "2000-01-01" });
  expect(late.status).toBe(422);
  await agency((tx) =>
    tx.rows(sql`
      insert into dormancy_rule (org_id, id, days, from_day)
      values (${carverCountyId}, gen_random_uuid(), 60, '2026-01-01')
    `),
  );
  expect((await admin("GET", "/api/v1/dormancy")).body).toMatchObject({ days: 60 });
  expect(days).toMatch(/^\d{4}/);
  await agency((tx) =>
    tx.rows(sql`
      update organization_member
      set created_at = clock_timestamp() - interval '61 days'
      where org_id = ${carverCountyId} and person_id in (${idOf("treasurer")}, ${idOf("budget")})
    `),
  );
  expect(await people("dormant=true")).toEqual(
    expect.arrayContaining([idOf("treasurer"), idOf("budget")]),
  );
  const letters = async () =>
    (
      await identityDb(t.database).rows<{ to: string }>(
        sql`select to_address as to from mail where kind = 'membership_dormant'`,
      )
    ).length;
  await dormancyDay.run(t.app, carverCountyId);
  await dormancyDay.run(t.app, carverCountyId);
  expect(await letters()).toBe(2);
  await agency((tx) =>
    tx.rows(sql`update dormancy_notice set told_at = told_at - interval '8 days'`),
  );
  await as("budget");
  await dormancyDay.run(t.app, carverCountyId);
  const active = async (name: string) =>
    (await admin("GET", `/api/v1/people/${idOf(name)}`)).body.person.active as boolean;
  expect([await active("treasurer"), await active("budget")]).toEqual([false, true]);
});

test("a file invites whom nobody invited: members and open invitations stay, unknown departments are told", async () => {
  const importer = importerOf("invitations")!;
  const columns = importer.fields.map(({ name }) => name);
  const read = rowReader(importer, {
    columns,
    mapping: Object.fromEntries(columns.map((name) => [name, name])),
  });
  const given = (cells: Partial<Record<string, string>>) => {
    const found = read(columns.map((name) => cells[name] ?? ""));
    if ("problem" in found) throw new Error(found.problem.fix);
    return found.row;
  };
  const rows = [
    { email: "New.One@county.example", department: "utl", duties: "Receiver; Requester" },
    { email: "admin@demo.levee.test" },
    { email: "lost@county.example", department: "Harbour" },
  ].map(given);
  const admin = (await memberNow(
    t.database.read({ orgId: carverCountyId, personId: null }),
    idOf("admin"),
  ))!;
  const bring = () =>
    t.database.transaction(admin, async (tx) => {
      const verdicts = await importer.plan(tx, rows, new Date().toISOString());
      const planned = verdicts.flatMap((verdict, at) =>
        verdict.action === "create"
          ? [{ row: rows[at], action: verdict.action, plan: verdict.plan }]
          : [],
      );
      await importer.apply(tx, admin, planned, "import", () => {});
      return verdicts.map(({ action }) => action);
    });
  expect(await bring()).toEqual(["create", "skip", "reject"]);
  const { items } = (await (await as("admin"))("GET", "/api/v1/invitations")).body;
  expect(items).toMatchObject([
    { email: "new.one@county.example", duties: ["receiver", "requester"], status: "open" },
  ]);
  expect(await bring()).toEqual(["skip", "skip", "reject"]);
});

test("the operator locks an account, which ends its sessions, and sees nothing of agencies", async () => {
  const platform = await as("platform");
  const lee = await newPerson("lee.marsh@example.gov");
  const list = await platform("GET", "/api/v1/accounts?q=lee.marsh");
  expect(Object.keys(list.body.items[0]).toSorted()).toEqual(
    [
      "id",
      "name",
      "email",
      "createdAt",
      "confirmed",
      "lockedAt",
      "secondFactor",
      "sessions",
      "lastSignInAt",
    ].toSorted(),
  );
  const account = `/api/v1/accounts/${list.body.items[0].id}/actions`;
  expect((await lee("GET", "/api/v1/me")).status).toBe(200);
  expect((await platform("POST", `${account}/lock`, { reason: "Stolen" })).status).toBe(200);
  expect((await lee("GET", "/api/v1/me")).status).toBe(401);
  const signIn = () =>
    server.inject({
      method: "POST",
      url: "/auth/v1/token",
      payload: { grant_type: "password", email: "lee.marsh@example.gov", password },
    });
  expect((await signIn()).statusCode).not.toBe(200);
  const lock = (which: string, reason: string) =>
    platform("POST", `${account}/${which}`, { reason });
  expect((await lock("lock", "Stolen")).body).toMatchObject({ status: 409, code: "locked" });
  expect((await lock("unlock", "Found")).status).toBe(200);
  expect((await lock("unlock", "Found")).body).toMatchObject({ status: 409, code: "not_locked" });
  const own = `/api/v1/accounts/${idOf("platform")}/actions/lock`;
  expect((await platform("POST", own, { reason: "Tired" })).body).toMatchObject({
    status: 403,
    code: "own_account",
  });
  expect((await signIn()).statusCode).toBe(200);
  expect((await platform("POST", `${account}/resend-confirmation`, {})).status).toBe(409);
  expect((await (await as("admin"))("GET", "/api/v1/accounts")).status).toBe(403);
});

test("the last use of a duty's permission is kept once a day", async () => {
  const manager = await as("manager");
  await manager("GET", "/api/v1/access-grants");
  await new Promise((r) => setTimeout(r, 200));
  const { items } = (await manager("GET", "/api/v1/rights")).body;
  const mine = items.find((row: { personId: string }) => row.personId === idOf("manager"));
  expect(mine).toMatchObject({ right: "manager", source: "opening", giverName: null });
  expect(mine.lastUsedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
});
