// A provisioning cycle as Microsoft Entra ID sends it, after its published documentation: "Tutorial:
// Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID", sections User operations,
// Group operations, and the notes on its older way to send booleans and filters
// (learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups).
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import type { Tx } from "#server/db/db.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { signAccessToken } from "#areas/identity/token.service.ts";
import { memberById, membersNamed } from "#areas/organization/organization.server.ts";
import {
  addDirectory,
  addToken,
  listCalls,
  revokeToken,
} from "../connection/connection.service.ts";
import { addMapping, decideMapping } from "../mapping/mapping.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let second: FastifyInstance;
let agency: Agency;
let people: Record<"admin" | "other" | "clerk", Actor>;
let directoryId: string;
let token: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const patchOp = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const schemas = [
  "urn:ietf:params:scim:schemas:core:2.0:User",
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
];
const enterprise = schemas[1]!;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    other: { role: "admin" },
    clerk: {},
  });
  await as(people.admin, (tx) =>
    tx.rows(sql`
      insert into sign_in_domain (org_id, id, domain, token, proved_at)
      values (${agency.orgId}, ${newId()}, 'carver.test', 'x', clock_timestamp())
    `),
  );
  directoryId = (await as(people.admin, (tx) => addDirectory(tx, people.admin, "Entra"))).id;
  token = (await as(people.admin, (tx) => addToken(tx, people.admin, directoryId, 90))).token;
  server = await assemble(t.app);
  second = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await second.close();
  await t.drop();
});
beforeEach(() => identityDb(t.database).rows(sql`delete from rate_limit`));

type Said = Record<string, any>;
const call = async (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
) => {
  const answer = await server.inject({
    method,
    url: `/scim/v2${path}`,
    ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/scim+json" }),
      ...headers,
    },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: (answer.body ? answer.json() : null) as Said,
  };
};
const filtered = (filter: string) => `?filter=${encodeURIComponent(filter)}`;
const userNamed = (name: string, more: object = {}) => ({
  schemas,
  externalId: newId(),
  userName: `${name}@carver.test`,
  active: true,
  displayName: name,
  emails: [{ primary: true, type: "work", value: `${name}@carver.test` }],
  meta: { resourceType: "User" },
  name: { formatted: `${name} Test`, familyName: "Test", givenName: name },
  roles: [],
  [enterprise]: { department: "Roads", manager: "0a21f0f2" },
  ...more,
});
const patch = (path: string, ...Operations: object[]) =>
  call("PATCH", path, { schemas: [patchOp], Operations });
const memberOf = async (email: string) =>
  (await membersNamed(t.database.read(people.admin), { emails: [email] }))[0];
const effects = async () =>
  (await listCalls(t.database.read(people.admin), directoryId)).map(({ effect }) => effect);

test("a cycle of users: looked for, made, changed, switched off, deleted; each call listed with its effect", async () => {
  const none = await call("GET", `/Users${filtered('userName eq "ann@carver.test"')}`);
  expect(none).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
  expect(none.headers["content-type"]).toContain("application/scim+json");
  const made = await call("POST", "/Users", userNamed("ann"));
  expect(made).toMatchObject({
    status: 201,
    body: { userName: "ann@carver.test", active: true, meta: { resourceType: "User" } },
  });
  expect(made.headers["etag"]).toBe(made.body["meta"].version);
  const at = `/Users/${made.body["id"]}`;
  expect(await memberOf("ann@carver.test")).toMatchObject({ name: "ann", active: true });
  expect((await call("POST", "/Users", userNamed("ann"))).body).toMatchObject({
    status: "409",
    scimType: "uniqueness",
  });
  const found = await call("GET", `/Users${filtered('userName eq "ANN@carver.test"')}`);
  expect(found.body["Resources"]).toMatchObject([{ id: made.body["id"] }]);

  const changed = await patch(
    at,
    { op: "Replace", path: 'emails[type eq "work"].value', value: "ann.b@carver.test" },
    { op: "Replace", path: "name.familyName", value: "Baker" },
    { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "555 0100" },
    { op: "Add", path: `${enterprise}:department`, value: "Bridges" },
    { op: "add", value: { title: "Engineer", "name.givenName": "Anna" } },
  );
  expect(changed).toMatchObject({
    status: 200,
    body: {
      emails: [{ value: "ann.b@carver.test" }],
      name: { familyName: "Baker", givenName: "Anna" },
      phoneNumbers: [{ type: "mobile", value: "555 0100" }],
      title: "Engineer",
      [enterprise]: { department: "Bridges", manager: { value: "0a21f0f2" } },
    },
  });
  // The older way: no path, a boolean as a text.
  const off = await patch(at, { op: "Replace", value: { active: "False" } });
  expect(off.body).toMatchObject({ active: false });
  expect(await memberOf("ann@carver.test")).toMatchObject({ active: false });
  const on = await patch(at, { op: "Replace", path: "active", value: "True" });
  expect(on.body).toMatchObject({ active: true });
  expect(await memberOf("ann@carver.test")).toMatchObject({ active: true });
  expect((await call("DELETE", at)).status).toBe(204);
  expect((await call("GET", at)).body).toMatchObject({ status: "404" });
  // Ended, and nothing of the person's history is lost.
  expect(await memberOf("ann@carver.test")).toMatchObject({ active: false });
  const told = await effects();
  for (const effect of ["Became a member", "Membership ended", "Let in again", "Refused"])
    expect(
      told.some((each) => each.includes(effect)),
      effect,
    ).toBe(true);
});

test("groups give nothing by themselves; the mapping does, weighty rules after a second administrator", async () => {
  const ben = (await call("POST", "/Users", userNamed("ben"))).body["id"] as string;
  const group = await call("POST", "/Groups", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    externalId: newId(),
    displayName: "Clerks",
    meta: { resourceType: "Group" },
  });
  expect(group.status).toBe(201);
  const at = `/Groups/${group.body["id"]}`;
  const add = { op: "Add", path: "members", value: [{ $ref: null, value: ben }] };
  expect((await patch(at, add)).body["members"]).toMatchObject([{ value: ben }]);
  const { id: personId } = (await memberOf("ben@carver.test"))!;
  const rights = () => memberById(t.database.read(people.admin), personId);
  expect(await rights()).toMatchObject({ role: "user", duties: [] });
  const { admin, other } = people;
  const give = (input: object) =>
    as(admin, (tx) =>
      addMapping(tx, admin, directoryId, {
        ...{ groupName: "Clerks", role: null, duties: [], departmentId: null },
        ...input,
      }),
    );
  const light = await give({ duties: ["receiver"], departmentId: agency.departmentId });
  expect(light.status).toBe("in_force");
  expect(await rights()).toMatchObject({
    duties: ["receiver"],
    departmentId: agency.departmentId,
  });
  const weighty = await give({ role: "manager" });
  expect(weighty.status).toBe("waiting");
  expect(await rights()).toMatchObject({ role: "user" });
  await expect(
    as(admin, (tx) => decideMapping(tx, admin, weighty.id, "confirm")),
  ).rejects.toMatchObject({ status: 403 });
  await as(other, (tx) => decideMapping(tx, other, weighty.id, "confirm"));
  expect(await rights()).toMatchObject({ role: "manager" });
  const found = await call(
    "GET",
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "clerks"')}`,
  );
  expect(found.body["Resources"]).toMatchObject([{ displayName: "Clerks" }]);
  expect(found.body["Resources"][0]).not.toHaveProperty("members");
  await patch(at, { op: "Remove", path: "members", value: [{ $ref: null, value: ben }] });
  expect(await rights()).toMatchObject({ role: "user", duties: [] });
  await patch(at, { op: "add", path: "members", value: [{ value: ben }] });
  await patch(at, { op: "remove", path: `members[value eq "${ben}"]` });
  expect((await call("GET", at)).body["members"]).toEqual([]);
  expect((await call("DELETE", at)).status).toBe(204);
});

test("somebody ended is out within two seconds on a second instance; a revoked token opens nothing at once", async () => {
  const made = await call("POST", "/Users", userNamed("cas"));
  const { id: personId } = (await memberOf("cas@carver.test"))!;
  const session = newId();
  await identityDb(t.database).rows(sql`
    insert into session (id, person_id, active_org_id, assurance, address, user_agent, expires_at)
    values (
      ${session}, ${personId}, ${agency.orgId}, 'password', '', '',
      clock_timestamp() + interval '1 hour'
    )
  `);
  const bearer = { authorization: `Bearer ${await signAccessToken(personId, session)}` };
  const look = async () =>
    (await second.inject({ url: "/api/v1/forms", headers: bearer })).statusCode;
  expect(await look()).toBe(200);
  await patch(`/Users/${made.body["id"]}`, { op: "Replace", path: "active", value: false });
  const since = performance.now();
  while ((await look()) === 200 && performance.now() - since < 4_000)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(performance.now() - since).toBeLessThan(2_000);

  const { id, token: next } = await as(people.admin, (tx) =>
    addToken(tx, people.admin, directoryId, 1),
  );
  await expect(
    as(people.admin, (tx) => addToken(tx, people.admin, directoryId, 1)),
  ).rejects.toMatchObject({ code: "two_tokens" });
  const users = () =>
    second.inject({ url: "/scim/v2/Users", headers: { authorization: `Bearer ${next}` } });
  expect((await users()).statusCode).toBe(200);
  await as(people.admin, (tx) => revokeToken(tx, people.admin, id));
  const refused = await users();
  expect(refused.statusCode).toBe(401);
  expect(refused.json()).toMatchObject({ status: "401" });
});

test("nobody gains by a directory: strangers' addresses, the last administrator, another directory's people", async () => {
  const outside = userNamed("eve", { userName: "eve@elsewhere.test", emails: [] });
  expect((await call("POST", "/Users", outside)).body).toMatchObject({
    status: "400",
    scimType: "invalidValue",
  });
  // An account elsewhere in our domain is not taken: nobody becomes a member by an address alone.
  const stranger = newId();
  await identityDb(t.database).rows(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (${stranger}, 'dee@carver.test', 'Dee', clock_timestamp())
  `);
  expect((await call("POST", "/Users", userNamed("dee"))).status).toBe(201);
  expect(await memberOf("dee@carver.test")).toBeUndefined();
  const boss = people.admin.email;
  const linked = await call("POST", "/Users", userNamed("boss", { userName: boss, emails: [] }));
  expect(linked.status).toBe(201);
  const third = (await as(people.other, (tx) => addDirectory(tx, people.other, "Okta"))).id;
  const theirs = await as(people.other, (tx) => addToken(tx, people.other, third, 5));
  const twice = await call("POST", "/Users", userNamed("boss", { userName: boss, emails: [] }), {
    authorization: `Bearer ${theirs.token}`,
  });
  expect(twice.body).toMatchObject({ status: "409", scimType: "uniqueness" });
  const elsewhere = await call("GET", `/Users/${linked.body["id"]}`, undefined, {
    authorization: `Bearer ${theirs.token}`,
  });
  expect(elsewhere.status).toBe(404);
  await as(people.other, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.other.personId}
    `),
  );
  const last = await call("DELETE", `/Users/${linked.body["id"]}`);
  expect(last.body).toMatchObject({ status: "403" });
  expect(await memberOf(boss)).toMatchObject({ active: true });
  expect((await call("GET", `/Users/${linked.body["id"]}`)).status).toBe(200);
});

test("what is not understood is an error in SCIM's words, and nothing of it holds", async () => {
  const made = await call("POST", "/Users", userNamed("fay"));
  const at = `/Users/${made.body["id"]}`;
  const wrong: readonly (readonly [object, string])[] = [
    [{ op: "Replace", path: "shoeSize", value: "44" }, "invalidPath"],
    [{ op: "Swap", path: "title", value: "x" }, "invalidSyntax"],
    [{ op: "Replace", path: "active", value: "perhaps" }, "invalidValue"],
    [{ op: "Remove" }, "noTarget"],
    [{ op: "Replace", path: "id", value: newId() }, "mutability"],
    [{ op: "Replace", path: 'emails[type gt "work"].value', value: "x" }, "invalidFilter"],
  ];
  for (const [operation, scimType] of wrong) {
    const said = await patch(at, { op: "Replace", path: "title", value: "Never" }, operation);
    expect(said.body, scimType).toMatchObject({ status: "400", scimType });
  }
  expect((await call("GET", at)).body).not.toHaveProperty("title");
  expect((await call("POST", "/Users", userNamed("gus", { shoeSize: 44 }))).status).toBe(400);
  expect((await call("POST", "/Users", "{")).body).toMatchObject({ scimType: "invalidSyntax" });
  for (const filter of ["userName gt 3", "userName eq", "(active eq true", "a b c d"])
    expect((await call("GET", `/Users${filtered(filter)}`)).body, filter).toMatchObject({
      scimType: "invalidFilter",
    });
  const stale = await call("PUT", at, userNamed("fay"), { "if-match": 'W/"99"' });
  expect(stale.status).toBe(412);
  const etag = made.headers["etag"] as string;
  expect((await call("GET", at, undefined, { "if-none-match": etag })).status).toBe(304);
  const page = await call("GET", "/Users?startIndex=2&count=1");
  expect(page.body).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
  for (const path of ["/ServiceProviderConfig", "/ResourceTypes", "/Schemas"])
    expect((await call("GET", path)).status, path).toBe(200);
  expect((await call("GET", "/Users/nobody")).status).toBe(404);
});
