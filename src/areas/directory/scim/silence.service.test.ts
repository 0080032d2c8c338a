// Whoever was ended is let in again by nobody's silence: conversations of directories that say nothing
// of `active`, repeat themselves, and send somebody anew.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  endMember,
  memberById,
  membersNamed,
  setMappedAccess,
} from "#areas/organization/organization.server.ts";
import { addDirectory, addToken } from "../connection/connection.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let admin: Actor;
let token: string;
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(admin, work);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  await as((tx) =>
    tx.rows(sql`
      insert into sign_in_domain (org_id, id, domain, token, proved_at)
      values (${agency.orgId}, ${newId()}, 'agency.test', 'x', clock_timestamp())
    `),
  );
  const { id } = await as((tx) => addDirectory(tx, admin, "Okta"));
  token = (await as((tx) => addToken(tx, admin, id, 90))).token;
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

type Said = { status: number; body: Record<string, unknown> };
const call = async (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object) => {
  const answer = await server.inject({
    method,
    url: `/scim/v2${path}`,
    ...(body && { payload: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/scim+json" }),
    },
  });
  return { status: answer.statusCode, body: answer.body ? answer.json() : {} } as Said;
};
const person = (name: string, more: object = {}) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  externalId: `ext-${name}`,
  userName: `${name}@agency.test`,
  emails: [{ type: "work", primary: true, value: `${name}@agency.test` }],
  name: { familyName: "Again", givenName: name },
  ...more,
});
const patch = (path: string, ...Operations: object[]) =>
  call("PATCH", path, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations,
  });
const memberOf = async (name: string) =>
  (await membersNamed(t.database.read(admin), { emails: [`${name}@agency.test`] }))[0]!;
const switchedOff = async (name: string) => {
  const made = await call("POST", "/Users", person(name, { active: true }));
  expect(made.status).toBe(201);
  const at = `/Users/${made.body["id"] as string}`;
  await patch(at, { op: "replace", value: { active: false } });
  expect(await memberOf(name)).toMatchObject({ active: false });
  return at;
};

test("a PUT and a PATCH without active leave somebody switched off out", async () => {
  const at = await switchedOff("ada");
  const put = await call("PUT", at, person("ada", { title: "Engineer" }));
  expect(put).toMatchObject({ status: 200, body: { active: false, title: "Engineer" } });
  const removed = await patch(at, { op: "remove", path: "active" });
  expect(removed).toMatchObject({ status: 200, body: { active: false } });
  expect(await memberOf("ada")).toMatchObject({ active: false });
});

test("somebody switched off who is sent again is the same person, active again", async () => {
  const at = await switchedOff("bo");
  const again = await call("POST", "/Users", person("bo", { active: true }));
  expect(again).toMatchObject({ status: 201, body: { id: at.split("/").at(-1), active: true } });
  expect(await memberOf("bo")).toMatchObject({ active: true });
  expect(await call("POST", "/Users", person("bo", { active: true }))).toMatchObject({
    status: 409,
    body: { scimType: "uniqueness" },
  });
});

test("a name and a number of two users are refused as ambiguous", async () => {
  await switchedOff("cy");
  await switchedOff("di");
  const both = person("cy", { externalId: "ext-di" });
  expect(await call("POST", "/Users", both)).toMatchObject({
    status: 409,
    body: { scimType: "uniqueness" },
  });
});

test("somebody deleted who is sent again comes back without the rights of before", async () => {
  const made = await call("POST", "/Users", person("eli", { active: true }));
  const { id: personId } = await memberOf("eli");
  await as((tx) =>
    setMappedAccess(tx, admin, personId, {
      source: { kind: "directory", id: newId(), name: "Okta" },
      role: "manager",
      duties: [],
      departmentId: null,
    }),
  );
  expect((await call("DELETE", `/Users/${made.body["id"] as string}`)).status).toBe(204);
  expect((await call("POST", "/Users", person("eli", { active: true }))).status).toBe(201);
  expect(await memberById(t.database.read(admin), personId)).toMatchObject({
    active: true,
    role: "user",
    duties: [],
  });
});

test("whoever was ended in Levee stays out, however often the directory repeats itself", async () => {
  const made = await call("POST", "/Users", person("fio", { active: true }));
  const at = `/Users/${made.body["id"] as string}`;
  const { id: personId } = await memberOf("fio");
  await as((tx) => endMember(tx, admin, personId, "Left the county."));
  expect((await call("PUT", at, person("fio", { active: true }))).status).toBe(200);
  expect(await memberOf("fio")).toMatchObject({ active: false });
  await patch(at, { op: "replace", value: { active: false } });
  expect(await patch(at, { op: "replace", value: { active: true } })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("An administrator lets them in again there.") },
  });
  expect((await call("DELETE", at)).status).toBe(204);
  expect((await call("POST", "/Users", person("fio", { active: true }))).status).toBe(403);
  expect(await memberOf("fio")).toMatchObject({ active: false });
});
