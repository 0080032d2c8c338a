import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { useFoundingInvitation } from "#areas/organization/organization.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import {
  agenciesTests,
  agencyOf,
  aSecond,
  as,
  newAgency,
  newPerson,
  openWithoutFactor,
  t,
} from "./agencies.setup.ts";

agenciesTests();

const path = "/api/v1/platform/agencies";
const reason = "The bill of March was not paid by its day.";
const department = { code: "PRK", name: "Parks", parentId: null };

test("an operator makes an agency read-only and active again; reading stays, changing does not, and all is told", async () => {
  const platform = await as("platform");
  const [id, admin] = await agencyOf("Gulfside", "admin@gulfside.test");
  expect(
    (await platform("POST", `${path}/${id}/actions/restrict`, { reason: "late" })).status,
  ).toBe(422);
  expect((await platform("POST", `${path}/${id}/actions/restrict`, { reason })).status).toBe(200);
  expect((await admin("GET", "/api/v1/departments")).status).toBe(200);
  expect(await admin("POST", "/api/v1/departments", department)).toMatchObject({
    status: 403,
    body: {
      code: "agency_read_only",
      detail: expect.stringMatching(/^Your agency is read-only\. Reading, exports, paying/),
    },
  });
  const standing = (await admin("GET", "/api/v1/agency-standing")).body;
  expect(standing).toMatchObject({ state: "read_only", stateReason: reason, moves: [] });
  expect(standing.changes).toMatchObject([{ fromState: "active", toState: "read_only", reason }]);
  const notices = (await admin("GET", "/api/v1/notifications")).body.items;
  expect(notices).toMatchObject([{ kind: "agency_state", link: "/tenant-management" }]);
  expect(await platform("POST", `${path}/${id}/actions/restrict`, { reason })).toMatchObject({
    status: 409,
    body: { code: "agency_state" },
  });
  expect((await platform("GET", `${path}?show=needing`)).body.items).toMatchObject([
    { id, needs: "read_only" },
  ]);
  await platform("POST", `${path}/${id}/actions/release`, { reason: "It was paid today." });
  expect((await admin("POST", "/api/v1/departments", department)).status).toBe(201);
});

test("a suspended agency is open to its administrators for its way out alone, and closed to everybody else", async () => {
  const platform = await as("platform");
  const [id, admin] = await agencyOf("Lakeview", "admin@lakeview.test");
  const member = await newPerson("clerk@lakeview.test");
  await admin("POST", "/api/v1/invitations", {
    email: "clerk@lakeview.test",
    role: "user",
    departmentId: null,
    title: "",
    supervisorId: null,
    duties: [],
  });
  const invitation = (await member("GET", "/api/v1/me")).body.invitations[0].id;
  await member("POST", `/api/v1/invitations/${invitation}/actions/accept`, {});
  await aSecond();
  expect((await member("GET", "/api/v1/departments")).status).toBe(200);
  await platform("POST", `${path}/${id}/actions/suspend`, { reason });
  await aSecond();
  expect(await admin("GET", "/api/v1/departments")).toMatchObject({
    status: 403,
    body: { code: "agency_suspended" },
  });
  expect((await admin("GET", "/api/v1/agency-standing")).body.state).toBe("suspended");
  const me = (await member("GET", "/api/v1/me")).body;
  expect([me.org, me.closedByState]).toEqual([null, "suspended"]);
  expect(await member("GET", "/api/v1/departments")).toMatchObject({
    status: 403,
    body: { code: "agency_suspended" },
  });
});

test("the agency that runs the installation is never restricted, and nobody else decides", async () => {
  const platform = await as("platform");
  expect(
    await platform("POST", `${path}/${carverCountyId}/actions/restrict`, { reason }),
  ).toMatchObject({ status: 409, body: { code: "operators_agency" } });
  const county = await as("admin");
  expect(
    (await county("POST", `${path}/${carverCountyId}/actions/suspend`, { reason })).status,
  ).toBe(403);
  expect((await county("GET", path)).status).toBe(403);
});

test("a platform administrator of another agency finds 403 at each of the operator's endpoints", async () => {
  const [id] = await agencyOf("Elsewhere", "admin@elsewhere.test");
  const [{ id: personId }] = (await identityDb(t.database).rows<{ id: string }>(
    sql`select id from person where email = 'admin@elsewhere.test'`,
  )) as [{ id: string }];
  await t.database.transaction({ orgId: id, personId: null }, (tx) =>
    tx.rows(sql`
      insert into user_role (org_id, id, person_id, role)
      values (${id}, gen_random_uuid(), ${personId}, 'platform_admin')
    `),
  );
  const other = await as("admin@elsewhere.test");
  const me = (await other("GET", "/api/v1/me")).body;
  expect(me.role).toBe("platform_admin");
  expect(me.permissions.filter((p: string) => p.startsWith("platform."))).toEqual([]);
  for (const [method, url] of [
    ["GET", path],
    ["GET", `${path}/${carverCountyId}`],
    ["GET", "/api/v1/platform/figures"],
    ["GET", "/api/v1/platform/founding"],
    ["POST", `${path}/${carverCountyId}/actions/suspend`],
    ["GET", "/api/v1/accounts"],
  ] as const)
    expect([
      url,
      (await other(method, url, method === "POST" ? { reason } : undefined)).status,
    ]).toEqual([url, 403]);
});

test("an operator founds an agency from a template; it opens with the administrator who was invited", async () => {
  const platform = await as("platform");
  const made = await platform("POST", path, {
    ...newAgency("Prairie City"),
    administrator: "first@prairie.test",
    template: "city",
    state: "Minnesota",
  });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  expect((await platform("GET", `${path}/${id}`)).body.state).toBe("founded");
  const first = await newPerson("first@prairie.test");
  const [invitation] = (await first("GET", "/api/v1/me")).body.invitations;
  await first("POST", `/api/v1/invitations/${invitation.id}/actions/accept`, {});
  await openWithoutFactor(id);
  const me = (await first("GET", "/api/v1/me")).body;
  expect([me.role, me.org.state]).toEqual(["admin", "active"]);
  expect((await first("GET", "/api/v1/departments")).body.items).toHaveLength(6);
  const rules = (await first("GET", "/api/v1/legal-rules")).body.items as {
    jurisdiction: string;
  }[];
  expect(rules.some(({ jurisdiction }) => jurisdiction === "state")).toBe(true);
  expect((await first("GET", "/api/v1/approval-policies")).body.items.length).toBeGreaterThan(5);
  const moon = { administrator: "a@b.test", template: "moon", state: null };
  expect(
    (await platform("POST", path, { ...newAgency("Moonbase"), ...moon })).body.errors[0].message,
  ).toBe("Choose a template from the list.");
});

test("who may found an agency is the operator's setting", async () => {
  const platform = await as("platform");
  const set = async (founding: string) => {
    const { version } = (await platform("GET", "/api/v1/platform/founding")).body;
    expect((await platform("PUT", "/api/v1/platform/founding", { founding }, version)).status).toBe(
      200,
    );
  };
  const somebody = await newPerson("founder@meadow.test");
  const ask = () => somebody("POST", "/api/v1/organizations", newAgency("Meadow"));
  await set("operators");
  expect(await ask()).toMatchObject({ status: 403, body: { code: "founding_closed" } });
  await set("invited");
  expect(await ask()).toMatchObject({ status: 403, body: { code: "founding_by_invitation" } });
  const invite = () =>
    platform("POST", "/api/v1/platform/founding-invitations", { email: "founder@meadow.test" });
  expect((await invite()).status).toBe(201);
  expect(await invite()).toMatchObject({ status: 409, body: { code: "founding_invited" } });
  expect((await ask()).status).toBe(201);
  expect(await ask()).toMatchObject({ status: 403, body: { code: "founding_by_invitation" } });
  await set("everybody");
});

test("an invitation to found is used once, also by two at once", async () => {
  const { id } = (
    await (
      await as("platform")
    )("POST", "/api/v1/platform/founding-invitations", {
      email: "twice@meadow.test",
    })
  ).body as { id: string };
  const both = await Promise.allSettled([
    useFoundingInvitation(t.database, id),
    useFoundingInvitation(t.database, id),
  ]);
  const refused = both.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toMatchObject([{ code: "founding_used" }]);
});
