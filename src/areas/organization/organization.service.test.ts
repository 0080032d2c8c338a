import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId, carverDepartments } from "#areas/identity/identity.public.ts";
import { helpIn } from "./member/operator.service.ts";
import { notify } from "./notification/notification.service.ts";
import {
  server,
  password,
  t,
  as,
  idOf,
  version,
  type Caller,
  organizationSetUp,
} from "./organization.setup.ts";

organizationSetUp();

const newPerson = async (email: string) => {
  await server.inject({ method: "POST", url: "/auth/v1/sign-up", payload: { email, password } });
  await identityDb(t.database).rows(
    sql`update person set email_verified_at = clock_timestamp() where email = ${email}`,
  );
  return as(email);
};

test("a role with an expiry counts until then; afterwards the earlier grant counts again, within two seconds", async () => {
  const admin = await as("admin");
  const user = await as("user");
  const member = `/api/v1/members/${idOf("user")}`;
  expect((await user("GET", "/api/v1/me")).body.role).toBe("user");
  const changed = await admin(
    "PATCH",
    member,
    { role: "manager", roleExpiresAt: new Date(Date.now() + 3600_000).toISOString() },
    await version(admin, idOf("user")),
  );
  expect(changed).toMatchObject({ status: 200, body: { role: "manager" } });
  await new Promise((r) => setTimeout(r, 1100));
  expect((await user("GET", "/api/v1/me")).body).toMatchObject({ role: "manager" });
  expect((await user("GET", `/api/v1/user_roles?user_id=${idOf("user")}`)).body).toMatchObject({
    user_id: idOf("user"),
    role: "manager",
  });
  await t.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      update user_role
      set expires_at = clock_timestamp()
      where org_id = ${carverCountyId} and person_id = ${idOf("user")} and expires_at is not null
    `),
  );
  await new Promise((r) => setTimeout(r, 1100));
  const now = await user("GET", "/api/v1/me");
  expect(now.body.role).toBe("user");
  expect(now.body.permissions).not.toContain("payment.approve");
});

test("an expiry in the past, an unknown role and a stale version are refused by field or version", async () => {
  const admin = await as("admin");
  const url = `/api/v1/members/${idOf("receiver")}`;
  const current = await version(admin, idOf("receiver"));
  expect(
    await admin("PATCH", url, { role: "manager", roleExpiresAt: "2020-01-01T00:00:00Z" }, current),
  ).toMatchObject({ status: 422, body: { errors: [{ path: "roleExpiresAt" }] } });
  expect((await admin("PATCH", url, { role: "owner" }, current)).status).toBe(422);
  expect(await admin("PATCH", url, { orgId: carverCountyId }, current)).toMatchObject({
    status: 422,
    body: { errors: [{ path: "orgId" }] },
  });
  expect((await admin("PATCH", url, { title: "x" })).status).toBe(428);
  expect((await admin("PATCH", url, { title: "x" }, current + 1)).status).toBe(412);
});

test("nobody gives platform_admin, the only administrator stays, and nobody raises themselves", async () => {
  const admin = await as("admin");
  const me = `/api/v1/members/${idOf("admin")}`;
  expect(
    await admin(
      "PATCH",
      `/api/v1/members/${idOf("buyer")}`,
      { role: "platform_admin" },
      await version(admin, idOf("buyer")),
    ),
  ).toMatchObject({ status: 403, body: { code: "platform_role" } });
  expect(
    await admin("PATCH", me, { role: "user" }, await version(admin, idOf("admin"))),
  ).toMatchObject({ status: 403, body: { code: "last_admin" } });
  expect(
    (
      await admin(
        "PATCH",
        `/api/v1/members/${idOf("manager")}`,
        { role: "admin" },
        await version(admin, idOf("manager")),
      )
    ).status,
  ).toBe(200);
  expect(
    await admin("PATCH", me, { duties: ["treasurer"] }, await version(admin, idOf("admin"))),
  ).toMatchObject({ status: 403, body: { code: "own_role" } });
  expect(
    (await admin("PATCH", me, { title: "Administrator" }, await version(admin, idOf("admin"))))
      .status,
  ).toBe(200);
});

test("a switched-off membership ends the work in this agency within two seconds; the session lives on without it", async () => {
  const admin = await as("admin");
  const auditor = await as("auditor");
  expect((await auditor("GET", "/api/v1/members")).status).toBe(200);
  await admin(
    "PATCH",
    `/api/v1/members/${idOf("auditor")}`,
    { active: false },
    await version(admin, idOf("auditor")),
  );
  await new Promise((r) => setTimeout(r, 1100));
  expect((await auditor("GET", "/api/v1/members")).status).toBe(403);
  expect((await auditor("GET", "/api/v1/me")).body).toMatchObject({
    kind: "person",
    org: null,
    permissions: [],
  });
});

test("an invitation is accepted by its own address only, brings role, duties and department, and works once", async () => {
  const admin = await as("admin");
  const sent = await admin("POST", "/api/v1/invitations", {
    email: "New.Clerk@people.test",
    role: "user",
    duties: ["ap"],
    departmentId: carverDepartments[0].id,
    title: "Clerk",
  });
  expect(sent).toMatchObject({
    status: 201,
    body: { email: "new.clerk@people.test", status: "open" },
  });
  expect(
    (await admin("POST", "/api/v1/invitations", { email: "new.clerk@people.test" })).status,
  ).toBe(409);
  const accept = `/api/v1/invitations/${sent.body.id}/actions/accept`;
  const stranger = await newPerson("stranger@people.test");
  const clerk = await newPerson("new.clerk@people.test");
  expect((await stranger("POST", accept)).status).toBe(404);
  expect((await clerk("GET", "/api/v1/me")).body.invitations).toMatchObject([
    { organization: "Carver County" },
  ]);
  expect((await (await as("vendor1"))("POST", accept)).status).toBe(403);
  expect(await clerk("POST", accept)).toMatchObject({
    status: 200,
    body: { organizationId: carverCountyId },
  });
  expect((await clerk("GET", "/api/v1/me")).body).toMatchObject({
    kind: "member",
    role: "user",
    duties: ["ap"],
    department: { name: "Roads & Bridges" },
  });
  expect((await clerk("POST", accept)).status).toBe(404);
});

test("the founder of an agency administers it; officers need a second factor there until that is switched off", async () => {
  const founder = await newPerson("founder@people.test");
  const made = await founder("POST", "/api/v1/organizations", {
    name: "Port of Two Rivers",
    timeZone: "America/Chicago",
    fiscalYearStartMonth: 1,
  });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "Port of Two Rivers", mfaRequired: true },
  });
  const me = (await founder("GET", "/api/v1/me")).body;
  expect(me).toMatchObject({ role: "admin", mfaRequired: true, org: { id: made.body.id } });
  expect(me.permissions).not.toContain("member.edit");
  expect(
    (await founder("PATCH", `/api/v1/organizations/${made.body.id}`, { mfaRequired: false }, 1))
      .status,
  ).toBe(403);
  expect(
    (
      await founder("POST", "/api/v1/organizations", {
        name: "X",
        timeZone: "Mars/Base",
        fiscalYearStartMonth: 13,
      })
    ).body.errors
      .map((e: { path: string }) => e.path)
      .sort(),
  ).toEqual(["fiscalYearStartMonth", "name", "timeZone"]);
});

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

test("whoever runs the server lets a sole administrator in who lost everything: signed out, told, and audited in each of their agencies with the reason", async () => {
  const founder = await newPerson("alone@people.test");
  const identity = identityDb(t.database);
  const orgs = [
    (
      await founder("POST", "/api/v1/organizations", {
        name: "Port of Lost Keys",
        timeZone: "America/Denver",
        fiscalYearStartMonth: 7,
      })
    ).body.id,
    (
      await founder("POST", "/api/v1/organizations", {
        name: "Port of Found Keys",
        timeZone: "America/Denver",
        fiscalYearStartMonth: 7,
      })
    ).body.id,
  ] as string[];
  const { id } = await identity.one<{ id: string }>(
    sql`select id from person where email = 'alone@people.test'`,
  );
  await expect(helpIn(t.database, "alone@people.test", "Called back")).rejects.toMatchObject({
    code: "no_factor",
  });
  await expect(helpIn(t.database, "nobody@people.test", "Called back")).rejects.toMatchObject({
    status: 404,
  });
  await identity.rows(sql`
    insert into two_factor (person_id, secret_sealed, confirmed_at)
    values (${id}, 'sealed', clock_timestamp())
  `);
  expect(await helpIn(t.database, " Alone@People.test", "Called back")).toBe(2);
  expect(
    await identity.rows(sql`
      select 1 as there
      from two_factor
      where person_id = ${id}
      union all
      select 2
      from session
      where person_id = ${id} and ended_at is null
    `),
  ).toEqual([]);
  expect((await founder("GET", "/api/v1/me")).status).toBe(401);
  for (const orgId of orgs)
    expect(
      await t.database.read({ orgId, personId: null }).rows(sql`
        select actor_id, content like '%Called back%' as told, object_number
        from audit_entry
        where org_id = ${orgId} and action = 'member.resetSecondFactor'
      `),
    ).toEqual([{ actorId: null, told: true, objectNumber: "alone@people.test" }]);
  expect(
    (
      await identity.rows(sql`
        select subject
        from mail
        where to_address = 'alone@people.test' and subject like '%two-step%'
      `)
    ).length,
  ).toBe(1);
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
