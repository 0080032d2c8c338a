import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { fiscalYearOf } from "./organization.model.ts";
import { as, idOf, t, server, version, password, organizationSetUp } from "./organization.setup.ts";

organizationSetUp();

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
