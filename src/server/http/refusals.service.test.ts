// What every address refuses before its own rules: headers, orders, cursors, keys, imports, names.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { refusalOf as keysRefused } from "#kernel/keys/faults.ts";
import { nameFault } from "#kernel/names.ts";
import { neverForPrograms } from "#kernel/program-rights.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { importerFor } from "../import/import.service.ts";
import { buildApp } from "./app.ts";

let t: TestDatabase;
let app: FastifyInstance;
let people: Record<"admin" | "clerk", Actor>;
let actor: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    clerk: { duties: ["requester"] },
  });
  actor = people.admin;
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => actor,
  });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

type Answer = { code: string; detail: string; errors: { message: string }[] };
const refused = async (
  method: "GET" | "POST" | "PATCH",
  url: string,
  headers: Record<string, string> = {},
  body?: object,
) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const { code, detail } = answer.json() as Answer;
  return `${answer.statusCode} ${code}: ${detail}`;
};

test("an address that does not exist says so", async () => {
  expect(await refused("GET", "no-such-thing")).toBe(
    "404 no_such_address: No such address: /api/v1/no-such-thing",
  );
});

test("a version is a quoted number, and a key of an attempt has its length", async () => {
  const made = { code: "HTTP", name: "Of this test" };
  expect(await refused("POST", "departments", { "if-match": "three" }, made)).toBe(
    '422 bad_if_match: If-Match must be a quoted version number such as "3".',
  );
  expect(await refused("POST", "departments", { "idempotency-key": "short" }, made)).toBe(
    "422 bad_idempotency_key: Idempotency-Key must have 8 to 100 characters.",
  );
});

test("a list is sorted by what it offers, and a cursor goes on in its own order", async () => {
  expect(await refused("GET", "members?sort=shoe-size")).toMatch(
    /^422 \w+: .*This list cannot be sorted by shoe-size\. Possible: /,
  );
  expect(await refused("GET", "members?cursor=bm90aGluZw")).toMatch(
    /This cursor belongs to another list or order\. Begin again at the first page\./,
  );
});

test("what is imported is known, and allowed to whoever brings it in", () => {
  expect(() => importerFor(people.admin, "shoes")).toThrow("Nothing called shoes can be imported.");
  expect(() => importerFor(people.clerk, "vendors")).toThrow(
    /^Your role does not allow importing /,
  );
});

test("a program neither decides nor goes beyond its scopes", async () => {
  actor = {
    ...people.admin,
    kind: "program",
    permissions: new Set(["vendor.read"]),
    program: { id: newId(), keyId: newId(), callsPerMinute: 60 },
  };
  try {
    expect(await refused("GET", "members")).toBe(
      "403 not_allowed: The scopes of this program do not allow this.",
    );
    expect(
      await refused("POST", `requisitions/${newId()}/actions/approve`, {}, { comment: "" }),
    ).toMatch(/A person decides this, never a program\.|no_such_address/);
  } finally {
    actor = people.admin;
  }
  expect(neverForPrograms("member.edit" as never, [])).toBe(
    "member.edit is about people, rights or secrets.",
  );
});

test("keys and names are what people can press and read", () => {
  expect(keysRefused("G D X" as never)).toBe(
    "Use one key, two letters after each other (G D), or Ctrl with a letter (Mod+K).",
  );
  expect(nameFault("Road \u202Eyard")).toBe(
    "Take out the invisible sign that turns the direction of the text.",
  );
  expect(nameFault("Road yard")).toBeNull();
});
