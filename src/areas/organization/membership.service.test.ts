import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId, carverDepartments } from "#areas/identity/identity.public.ts";
import { fiscalYearOf } from "./organization.model.ts";
import { helpIn } from "./member/operator.service.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  organizationTests,
  t,
  server,
  password,
  idOf,
  as,
  newPerson,
  version,
} from "./organization.setup.ts";

organizationTests();

/** A manager's word on what an administrator asked for. */
const confirmed = async (id: string) =>
  (await as("manager"))("POST", `/api/v1/access-grants/${id}/actions/confirm`, {}, 1);

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
  expect(await confirmed(changed.body.waits)).toMatchObject({ status: 200 });
  expect((await admin("GET", member)).body).toMatchObject({ role: "manager" });
  await new Promise((r) => setTimeout(r, 1100));
  expect((await user("GET", "/api/v1/me")).body).toMatchObject({ role: "manager" });
  expect((await user("GET", `/api/v1/user_roles?user_id=${idOf("user")}`)).body).toMatchObject({
    user_id: idOf("user"),
    role: "manager",
  });
  // One's own row; of another person only an administrator reads it.
  const manager = `/api/v1/user_roles?user_id=${idOf("manager")}`;
  expect((await user("GET", manager)).status).toBe(403);
  expect((await admin("GET", manager)).body).toMatchObject({ role: "manager" });
  expect((await (await as("buyer"))("GET", member)).body.roleExpiresAt).toBeNull();
  expect((await user("GET", member)).body.roleExpiresAt).toEqual(expect.any(String));
  expect(
    Object.keys((await user("GET", `/api/v1/user_roles?user_id=${idOf("user")}`)).body),
  ).toEqual(["user_id", "role", "granted_at", "expires_at"]);
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
  const raised = await admin(
    "PATCH",
    me,
    {
      duties: ["treasurer"],
      reason: "Until a treasurer is found",
      dutyEnds: { treasurer: `${agencyDay(30)}T12:00:00Z` },
    },
    await version(admin, idOf("admin")),
  );
  expect(raised.body.duties).not.toContain("treasurer");
  expect(raised.body.waits).toEqual(expect.any(String));
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

test("an invitation gives no two ends of what is kept apart", async () => {
  const admin = await as("admin");
  const refused = await admin("POST", "/api/v1/invitations", {
    email: "both.ends@people.test",
    role: "user",
    duties: ["ap", "treasurer"],
  });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: "joins_set",
      errors: [
        {
          path: "duties",
          message: expect.stringMatching(
            /^One person would hold both ends of what is kept apart: .+\. Give one of them here; the other is given under Team, with a reason and until a day\.$/,
          ),
        },
      ],
    },
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
    duties: [],
    department: { name: "Roads & Bridges" },
  });
  const { items } = (await admin("GET", "/api/v1/access-grants")).body;
  const asked = items.find((row: { personName: string }) => /clerk/i.test(row.personName));
  expect(await confirmed(asked.id)).toMatchObject({ status: 200, body: { duties: ["ap"] } });
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

test.each([
  ["2026-09-30", 10, 2026],
  ["2026-10-01", 10, 2027],
  ["2026-01-01", 1, 2026],
  ["2026-12-31", 1, 2026],
  ["2026-07-01", 7, 2027],
] as const)("%s is in fiscal year … beginning in month %i: %i", (date, month, year) =>
  expect(fiscalYearOf(date, month)).toBe(year),
);

test("nobody is on both sides: a member who leaves the agency for this session founds no company and joins none; a vendor's person is not taken back", async () => {
  const admin = await as("admin");
  const buyer = await as("buyer");
  expect(
    (await buyer("POST", "/api/v1/me/active-organization", { organizationId: null })).body,
  ).toMatchObject({ kind: "person" });
  expect(await buyer("POST", "/api/v1/vendor-company", { name: "A Firm Beside" })).toMatchObject({
    status: 409,
    body: { code: "works_in_agency", detail: expect.stringContaining("Carver County") as string },
  });
  await (
    await as("vendor1")
  )("POST", "/api/v1/vendor-company/people", { email: "buyer@demo.levee.test" });
  const { link } = await identityDb(t.database).one<{ link: string }>(sql`
    select link
    from mail
    where to_address = 'buyer@demo.levee.test' and kind = 'vendor_colleague'
  `);
  expect(
    await buyer("POST", "/api/v1/vendor-company/actions/join", {
      token: new URL(link, "http://levee.test").searchParams.get("token"),
    }),
  ).toMatchObject({ status: 409, body: { code: "works_in_agency" } });
  await admin(
    "PATCH",
    `/api/v1/members/${idOf("buyer")}`,
    { active: false },
    await version(admin, idOf("buyer")),
  );
  expect((await buyer("POST", "/api/v1/vendor-company", { name: "A Firm Later" })).status).toBe(
    201,
  );
  expect(
    await admin(
      "PATCH",
      `/api/v1/members/${idOf("buyer")}`,
      { active: true },
      await version(admin, idOf("buyer")),
    ),
  ).toMatchObject({ status: 403, body: { code: "vendor_account" } });
});

test("the database itself keeps the sides apart, also of two requests at once", async () => {
  const db = identityDb(t.database);
  const personId = idOf("receiver");
  const company = async () =>
    void (await db.transaction(async (tx) => {
      const { id } = await tx.one<{ id: string }>(sql`
        insert into vendor_identity (id, name)
        values (gen_random_uuid(), 'Side Ltd')
        returning id
      `);
      await tx.rows(
        sql`insert into vendor_user (person_id, vendor_id) values (${personId}, ${id})`,
      );
    }));
  await expect(company()).rejects.toMatchObject({ code: "LV411" });
  const membership = (active: boolean) =>
    t.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
      tx.rows(sql`
        update organization_member
        set active = ${active}
        where org_id = ${carverCountyId} and person_id = ${personId}
      `),
    );
  await membership(false);
  const both = await Promise.allSettled([company(), membership(true)]);
  expect(
    both
      .filter((b) => b.status === "rejected")
      .map((b) => (b as { reason: { code: string } }).reason.code),
  ).toEqual(["LV411"]);
  // Whichever came first: the next test has its member back.
  await db.transaction((tx) => tx.rows(sql`delete from vendor_user where person_id = ${personId}`));
  await membership(true);
});

test("who lost phone and backup codes is helped by an administrator, not by themselves, and not where another agency relies on it too", async () => {
  const identity = identityDb(t.database);
  const admin = await as("admin");
  const receiver = idOf("receiver");
  const reset = (id: string, reason = "Spoke with her at her desk") =>
    admin("POST", `/api/v1/members/${id}/actions/reset-second-factor`, { reason });
  const lock = (personId: string) =>
    identity.rows(sql`
      insert into two_factor (person_id, secret_sealed, confirmed_at)
      values (${personId}, 'sealed', clock_timestamp())
    `);
  const answer = () =>
    server
      .inject({
        method: "POST",
        url: "/auth/v1/token",
        payload: { grant_type: "password", email: "receiver@demo.levee.test", password },
      })
      .then((r) => r.json());
  const open = await as("receiver");
  await lock(receiver);
  expect(await answer()).toMatchObject({ mfa_token: expect.any(String) });
  expect(
    await (
      await as("buyer")
    )("POST", `/api/v1/members/${receiver}/actions/reset-second-factor`, {
      reason: "Spoke with her",
    }),
  ).toMatchObject({ status: 403 });
  expect(await reset(receiver, "")).toMatchObject({
    status: 422,
    body: { errors: [{ path: "reason" }] },
  });
  expect(await reset(idOf("admin"))).toMatchObject({ status: 403, body: { code: "own_factor" } });
  expect(await reset(receiver)).toMatchObject({ status: 200 });
  expect(await answer()).toMatchObject({ access_token: expect.any(String) });
  await new Promise((r) => setTimeout(r, 1100));
  expect((await open("GET", "/api/v1/me")).status).toBe(401);
  expect(await reset(receiver)).toMatchObject({ status: 409, body: { code: "no_factor" } });
  expect(
    await identity.one(sql`
      select count(*)::int as n
      from mail
      where to_address = 'receiver@demo.levee.test' and kind = 'second_factor_off'
    `),
  ).toEqual({ n: 1 });
  expect(
    await t.database.read({ orgId: carverCountyId, personId: null }).rows(sql`
      select content::json ->> 'note' as note
      from audit_entry
      where org_id = ${carverCountyId} and action = 'member.resetSecondFactor'
    `),
  ).toEqual([{ note: "Spoke with her at her desk" }]);
  await lock(receiver);
  const { id } = await identity.one<{ id: string }>(
    sql`select id from organization where id <> ${carverCountyId} limit 1`,
  );
  await t.database.transaction({ orgId: id, personId: null }, (tx) =>
    tx.rows(sql`insert into organization_member (org_id, person_id) values (${id}, ${receiver})`),
  );
  expect(await reset(receiver)).toMatchObject({ status: 409, body: { code: "elsewhere" } });
});
