import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId, carverDepartments } from "#areas/identity/identity.public.ts";
import { notify } from "./notification/notification.service.ts";
import {
  organizationTests,
  t,
  server,
  idOf,
  type Caller,
  as,
  newPerson,
} from "./organization.setup.ts";

organizationTests();

test("a person with two agencies works in one and may switch; not into one they do not belong to", async () => {
  const person = await newPerson("twice@people.test");
  const first = (
    await person("POST", "/api/v1/organizations", {
      name: "First agency",
      timeZone: "America/Denver",
      fiscalYearStartMonth: 7,
    })
  ).body.id as string;
  const second = (
    await person("POST", "/api/v1/organizations", {
      name: "Second agency",
      timeZone: "America/Denver",
      fiscalYearStartMonth: 7,
    })
  ).body.id as string;
  // New agencies demand a second factor, without which nothing of them is read.
  expect(await person("GET", `/api/v1/organizations/${second}`)).toMatchObject({
    status: 403,
    body: { code: "second_factor_needed" },
  });
  for (const orgId of [first, second])
    await t.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`update organization set settings = '{"mfaRequired": false}' where id = ${orgId}`),
    );
  await new Promise((done) => setTimeout(done, 1100));
  expect((await person("GET", "/api/v1/me")).body.org.id).toBe(second);
  expect(
    (await person("POST", "/api/v1/me/active-organization", { organizationId: first })).body.org.id,
  ).toBe(first);
  expect(
    (await person("POST", "/api/v1/me/active-organization", { organizationId: carverCountyId }))
      .status,
  ).toBe(404);
  expect((await person("GET", `/api/v1/organizations/${second}`)).status).toBe(404);
});

test("an agency that chose what to publish before a kind came publishes no such kind, and still opens", async () => {
  const person = await newPerson("before@people.test");
  const { id } = (
    await person("POST", "/api/v1/organizations", {
      name: "Chose before",
      timeZone: "America/Denver",
      fiscalYearStartMonth: 7,
    })
  ).body;
  await t.database.transaction({ orgId: id, personId: null }, (tx) =>
    tx.rows(sql`
      update organization
      set settings = '{"mfaRequired": false, "publish": {"orders": true}}'
      where id = ${id}
    `),
  );
  await new Promise((done) => setTimeout(done, 1100));
  const wanted = expect.objectContaining({ orders: true, budget: false, reports: false });
  expect(await person("GET", "/api/v1/me")).toMatchObject({
    status: 200,
    body: { org: { publish: wanted } },
  });
  expect(await person("GET", `/api/v1/organizations/${id}`)).toMatchObject({
    status: 200,
    body: { publish: wanted },
  });
});

test("a notice is seen, counted and marked by its addressee alone; mail goes to those who asked for it", async () => {
  const buyer = await as("buyer");
  const ap = await as("ap");
  await buyer("PATCH", "/api/v1/me", { preferences: { mailNotices: true } });
  await t.database.transaction({ orgId: carverCountyId, personId: idOf("manager") }, async (tx) =>
    notify(tx, [idOf("buyer"), idOf("buyer"), idOf("ap")], {
      kind: "approval.requested",
      title: "Approve REQ-1",
      body: "Culvert stone",
      link: "/approvals-inbox",
    }),
  );
  const [mine] = (await buyer("GET", "/api/v1/notifications?unread=true")).body.items;
  expect(mine).toMatchObject({ title: "Approve REQ-1", readAt: null });
  expect((await buyer("GET", "/api/v1/me/counts")).body.notifications).toBe(1);
  expect((await ap("POST", `/api/v1/notifications/${mine.id}/actions/read`)).status).toBe(404);
  expect((await buyer("POST", `/api/v1/notifications/${mine.id}/actions/read`)).status).toBe(200);
  expect((await buyer("GET", "/api/v1/me/counts")).body.notifications).toBe(0);
  expect((await ap("POST", "/api/v1/notifications/actions/read-all")).body.marked).toBe(1);
  const letters = (kind: string) =>
    identityDb(t.database).rows(sql`
      select to_address, org_id, subject, body_text, link, attempts
      from mail
      where kind = ${kind}
    `);
  const letter = {
    toAddress: "buyer@demo.levee.test",
    orgId: carverCountyId,
    subject: "Approve REQ-1",
    bodyText: "Culvert stone\n\nOpen it in Levee:\n{origin}/approvals-inbox\n\nLevee",
    link: "{origin}/approvals-inbox",
    attempts: 0,
  };
  expect(await letters("approval.requested")).toEqual([letter]);
  // One person alone is told by another statement.
  for (const who of ["buyer", "ap"])
    await t.database.transaction({ orgId: carverCountyId, personId: idOf("manager") }, async (tx) =>
      notify(tx, [idOf(who)], {
        kind: "approval.alone",
        title: "Approve REQ-1",
        body: "Culvert stone",
        link: "/approvals-inbox",
      }),
    );
  expect(await letters("approval.alone")).toEqual([letter]);
  for (const person of [buyer, ap])
    expect((await person("GET", "/api/v1/notifications?unread=true")).body.items).toMatchObject([
      {
        kind: "approval.alone",
        title: "Approve REQ-1",
        body: "Culvert stone",
        link: "/approvals-inbox",
        readAt: null,
      },
    ]);
});

test("departments: codes are unique per agency, a loop is refused, another agency's parent is unknown", async () => {
  const founder = await as("admin@second.levee.test");
  const admin = await as("admin");
  const make = (call: Caller, code: string, parentId: string | null = null) =>
    call("POST", "/api/v1/departments", { code, name: code, parentId });
  const a = (await make(founder, "AAA")).body;
  const b = (await make(founder, "BBB", a.id)).body;
  expect((await make(founder, "aaa")).status).toBe(409);
  expect((await make(admin, "AAA")).status).toBe(201);
  expect(
    await founder("PATCH", `/api/v1/departments/${a.id}`, { parentId: b.id }, 1),
  ).toMatchObject({ status: 422, body: { errors: [{ path: "parentId" }] } });
  expect((await make(founder, "CCC", carverDepartments[0].id)).status).toBe(422);
});

test("log_security_event takes its actor from the session, whatever p_user_id says", async () => {
  const user = await as("user");
  expect(
    (
      await user("POST", "/api/v1/rpc/log_security_event", {
        p_event_type: "application_error",
        p_severity: "high",
        p_user_id: idOf("admin"),
        p_event_data: { message: "x" },
      })
    ).body,
  ).toEqual({ logged: true });
  const row = await identityDb(t.database).one<{ personId: string }>(
    sql`select person_id from security_event where event_type = 'application_error'`,
  );
  expect(row.personId).toBe(idOf("user"));
});

test("mail links of a caller are compared with our pages, never used", async () => {
  const ask = async (confirmationUrl: string) =>
    (
      await server.inject({
        method: "POST",
        url: "/functions/v1/send-verification-email",
        payload: { type: "verification", email: "a@people.test", data: { confirmationUrl } },
      })
    ).statusCode;
  expect(await ask(`${t.app.config.origin}/auth/confirm?type=email`)).toBe(200);
  for (const url of [
    "https://evil.test/auth",
    "//evil.test/auth",
    "javascript:alert(1)",
    `${t.app.config.origin}.evil.test/auth`,
  ])
    expect(await ask(url)).toBe(422);
});

test("an administrator who helps somebody in sees their passkeys and sessions, and drops those that they do not keep", async () => {
  const identity = identityDb(t.database);
  const [admin, auditor] = [await as("admin"), await as("auditor")];
  const personId = idOf("auditor");
  await identity.rows(sql`
    insert into two_factor (person_id, secret_sealed, confirmed_at)
    values (${personId}, 'sealed', clock_timestamp())
  `);
  for (const name of ["Own key", "Planted key"])
    await identity.rows(sql`
      insert into passkey (id, person_id, credential_id, public_key, name)
      values (gen_random_uuid(), ${personId}, ${name}, 'AA', ${name})
    `);
  const ways = await admin("GET", `/api/v1/members/${personId}/ways-in`);
  expect(ways.body.passkeys).toHaveLength(2);
  expect(ways.body.sessions.length).toBeGreaterThan(0);
  expect((await auditor("GET", `/api/v1/members/${personId}/ways-in`)).status).toBe(403);
  const own = ways.body.passkeys.find((key: { name: string }) => key.name === "Own key");
  expect(
    (
      await admin("POST", `/api/v1/members/${personId}/actions/reset-second-factor`, {
        reason: "Spoke with him at his desk",
        keep: { passkeys: [own.id] },
      })
    ).status,
  ).toBe(200);
  expect(await identity.rows(sql`select name from passkey where person_id = ${personId}`)).toEqual([
    { name: "Own key" },
  ]);
  const letter = await identity.one<{ bodyText: string }>(sql`
    select body_text
    from mail
    where to_address = 'auditor@demo.levee.test' and kind = 'second_factor_off'
  `);
  expect(letter.bodyText).toContain("Planted key");
  expect((await auditor("GET", "/api/v1/me")).status).toBe(401);
});
