// What three directories say while somebody comes, is switched off, returns, is deleted, is hired again
// and is not mentioned, and who is a member after each call. The shapes are those of their public pages:
// - Entra ID: learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
//   (filter by userName, POST, PATCH with "Add" and "Replace", DELETE thirty days after a removal);
// - Okta: developer.okta.com/docs/reference/scim/scim-20 (POST with a password and empty groups, PUT of
//   the whole user, PATCH without a path; never a DELETE);
// - OneLogin: developers.onelogin.com/scim (filter, POST by a template, PUT without active, DELETE).
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  memberById,
  membersNamed,
  setMappedAccess,
} from "#areas/organization/organization.server.ts";
import { addDirectory, addToken, listCalls } from "../connection/connection.service.ts";
import { addMapping } from "../mapping/mapping.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let admin: Actor;
const directories = new Map<string, { id: string; token: string }>();
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(admin, work);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  await as((tx) =>
    tx.rows(sql`
      insert into sign_in_domain (org_id, id, domain, token, proved_at)
      values (${agency.orgId}, ${newId()}, 'county.test', 'x', clock_timestamp())
    `),
  );
  for (const name of ["Entra ID", "Okta", "OneLogin"]) {
    const { id } = await as((tx) => addDirectory(tx, admin, name));
    const { token } = await as((tx) => addToken(tx, admin, id, 90));
    directories.set(name, { id, token });
  }
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});
beforeEach(() => identityDb(t.database).rows(sql`delete from rate_limit`));

type Said = Record<string, any>;
type Call = readonly ["GET" | "POST" | "PUT" | "PATCH" | "DELETE", string, object?];
/** What is said next, the answer's status, and whether the person is a member then. */
type Step = readonly [string, (id: string) => Call, number, "in" | "out" | "unknown", Said?];

const tell = async (directory: string, [method, path, body]: Call) => {
  const answer = await server.inject({
    method,
    url: `/scim/v2${path}`,
    ...(body && { payload: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${directories.get(directory)!.token}`,
      ...(body && { "content-type": "application/scim+json" }),
    },
  });
  return { status: answer.statusCode, body: (answer.body ? answer.json() : {}) as Said };
};
const memberOf = async (email: string) =>
  (await membersNamed(t.database.read(admin), { emails: [email] }))[0];

const talk = async (directory: string, email: string, steps: readonly Step[]) => {
  let id = "";
  for (const [what, call, status, expected, body = {}] of steps) {
    const said = await tell(directory, call(id));
    expect(said, what).toMatchObject({ status, body });
    const known = (said.body["Resources"] as Said[] | undefined)?.[0]?.["id"] ?? said.body["id"];
    if (typeof known === "string") id = known;
    const member = await memberOf(email);
    expect(member ? (member.active ? "in" : "out") : "unknown", what).toBe(expected);
  }
};

const find = (email: string): Call => [
  "GET",
  `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}&startIndex=1&count=100`,
];
const patch = (id: string, ...Operations: object[]): Call => [
  "PATCH",
  `/Users/${id}`,
  { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations },
];
const core = "urn:ietf:params:scim:schemas:core:2.0:User";
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

test("Entra ID: switched off, changed in silence, switched on, deleted, hired again", async () => {
  const email = "ines.marsh@county.test";
  const user = (externalId: string) => ({
    schemas: [core, enterprise],
    externalId,
    userName: email,
    active: true,
    emails: [{ primary: true, type: "work", value: email }],
    meta: { resourceType: "User" },
    name: { formatted: "Ines Marsh", familyName: "Marsh", givenName: "Ines" },
    roles: [],
    [enterprise]: { department: "Roads" },
  });
  const silent = { op: "Add", path: `${enterprise}:department`, value: "Bridges" };
  await talk("Entra ID", email, [
    ["looked for", () => find(email), 200, "unknown", { totalResults: 0 }],
    ["made", () => ["POST", "/Users", user("ines-1")], 201, "in", { active: true }],
    [
      "switched off, as a text",
      (id) => patch(id, { op: "Replace", path: "active", value: "False" }),
      200,
      "out",
      { active: false },
    ],
    ["changed without a word of active", (id) => patch(id, silent), 200, "out", { active: false }],
    [
      "switched on",
      (id) => patch(id, { op: "Replace", path: "active", value: "True" }),
      200,
      "in",
      { active: true },
    ],
    [
      "switched off",
      (id) => patch(id, { op: "Replace", path: "active", value: false }),
      200,
      "out",
    ],
    ["deleted a month later", (id) => ["DELETE", `/Users/${id}`], 204, "out"],
    ["looked for again", () => find(email), 200, "out", { totalResults: 0 }],
    ["hired again, as a new object", () => ["POST", "/Users", user("ines-2")], 201, "in"],
    [
      "sent once more",
      () => ["POST", "/Users", user("ines-2")],
      409,
      "in",
      { scimType: "uniqueness" },
    ],
  ]);
});

test("Okta: a password is not kept, deactivated by PUT and PATCH, assigned again by PUT or POST", async () => {
  const email = "omar.reyes@county.test";
  const user = (more: object = {}) => ({
    schemas: [core],
    userName: email,
    name: { givenName: "Omar", familyName: "Reyes" },
    emails: [{ primary: true, value: email, type: "work" }],
    displayName: "Omar Reyes",
    locale: "en-US",
    externalId: "00ujl29u0le5T6Aj10h7",
    groups: [],
    ...more,
  });
  const put = (more: object) => (id: string) =>
    ["PUT", `/Users/${id}`, user({ id, meta: { resourceType: "User" }, ...more })] as Call;
  await talk("Okta", email, [
    ["looked for", () => find(email), 200, "unknown", { totalResults: 0 }],
    ["made", () => ["POST", "/Users", user({ password: "1mz050nq", active: true })], 201, "in"],
    ["a profile is pushed", put({ active: true, title: "Foreman" }), 200, "in", { active: true }],
    ["deactivated", (id) => patch(id, { op: "replace", value: { active: false } }), 200, "out"],
    ["a profile is pushed in silence", put({ title: "Foreman II" }), 200, "out", { active: false }],
    ["assigned again: found", () => find(email), 200, "out", { totalResults: 1 }],
    ["assigned again: linked", put({ active: true }), 200, "in", { active: true }],
    ["deactivated by PUT", put({ active: false }), 200, "out", { active: false }],
    ["made anew", () => ["POST", "/Users", user({ active: true })], 201, "in", { active: true }],
  ]);
  const { body } = await tell("Okta", find(email));
  expect(JSON.stringify(body)).not.toContain("1mz050nq");
});

test("OneLogin: a template without active makes members, its PUT opens nothing, a deleted one comes again", async () => {
  const email = "pia.holt@county.test";
  const user = {
    schemas: [core, enterprise],
    userName: email,
    displayName: "Pia Holt",
    externalId: "155843791",
    name: { givenName: "Pia", familyName: "Holt", formatted: "Pia Holt" },
    emails: [{ value: email, type: "work", primary: true }],
    [enterprise]: { department: "Clerk", manager: { value: "" } },
  };
  await talk("OneLogin", email, [
    ["looked for", () => find(email), 200, "unknown", { totalResults: 0 }],
    ["made", () => ["POST", "/Users", user], 201, "in", { active: true }],
    ["suspended", (id) => patch(id, { op: "replace", path: "active", value: false }), 200, "out"],
    [
      "the template is pushed",
      (id) => ["PUT", `/Users/${id}`, user],
      200,
      "out",
      { active: false },
    ],
    [
      "taken back",
      (id) => patch(id, { op: "replace", path: "active", value: true }),
      200,
      "in",
      { active: true },
    ],
    ["deleted", (id) => ["DELETE", `/Users/${id}`], 204, "out"],
    ["made anew", () => ["POST", "/Users", user], 201, "in", { active: true }],
  ]);
});

test("whoever had weighty rights comes back without them, and the list of calls names who lost what", async () => {
  const email = "uma.frost@county.test";
  const okta = directories.get("Okta")!;
  const user = (active: boolean) => ({
    schemas: [core],
    userName: email,
    displayName: "Uma Frost",
    emails: [{ primary: true, value: email, type: "work" }],
    active,
  });
  const made = await tell("Okta", ["POST", "/Users", user(true)]);
  const { id: personId } = (await memberOf(email))!;
  const held = () => memberById(t.database.read(admin), personId);
  const told = async () => (await listCalls(t.database.read(admin), okta.id))[0]!.effect;
  const group = await tell("Okta", [
    "POST",
    "/Groups",
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
      displayName: "Dock",
      members: [{ value: made.body["id"] }],
    },
  ]);
  await as((tx) =>
    addMapping(tx, admin, okta.id, {
      ...{ groupName: "Dock", role: null, duties: ["receiver"], departmentId: null },
    }),
  );
  expect((await held()).duties).toEqual(["receiver"]);
  await as((tx) =>
    tx.rows(sql`
      insert into directory_mapping (org_id, id, directory_id, group_name, duties, status, asked_by)
      select org_id, gen_random_uuid(), directory_id, group_name || g, duties, status, asked_by
      from directory_mapping, generate_series(1, 99) g
      where org_id = ${admin.orgId} and directory_id = ${okta.id}
    `),
  );
  const further = { groupName: "Gate", role: null, duties: [], departmentId: null };
  await expect(as((tx) => addMapping(tx, admin, okta.id, further))).rejects.toMatchObject({
    code: "too_many_rules",
    message: "A directory has 100 rules at most.",
  });
  await tell("Okta", [
    "PATCH",
    `/Groups/${group.body["id"]}`,
    {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "remove", path: `members[value eq "${made.body["id"]}"]` }],
    },
  ]);
  expect(await told()).toBe(
    `Group Dock: 1 member changed; without ${email}; Uma Frost lost Receiver`,
  );
  await as((tx) =>
    setMappedAccess(tx, admin, personId, {
      source: { kind: "provider", id: newId(), name: "Sign-in" },
      role: "manager",
      duties: ["treasurer"],
      departmentId: null,
    }),
  );
  const path = `/Users/${made.body["id"]}`;
  await tell("Okta", ["PUT", path, user(false)]);
  expect(await told()).toContain("Uma Frost lost Manager, Treasurer");
  expect(await tell("Okta", ["PUT", path, user(true)])).toMatchObject({
    status: 200,
    body: { active: true },
  });
  expect(await held()).toMatchObject({ active: true, role: "user", duties: [] });
  expect(await told()).toContain("Let in again, without what they held before: Manager, Treasurer");
});
