// What every address refuses before its own rules: headers, orders, cursors, keys, imports, names.
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { refusalOf as keysRefused } from "#kernel/keys/faults.ts";
import { nameFault } from "#kernel/names.ts";
import { neverForPrograms } from "#kernel/program-rights.ts";
import { memberList } from "#areas/organization/member/member.service.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { openStandIn } from "#server/testing/stand-in.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { keyStoreAt } from "../keystore.ts";
import { importerFor, importerWith } from "../import/import.service.ts";
import { sql } from "../db/sql.ts";
import { sendPreview } from "../files/pictures.ts";
import { buildApp } from "./app.ts";
import { exportedSearch } from "./exported.ts";
import { forceHttps } from "./https.ts";
import { handleError } from "./problems.ts";

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
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  headers: Record<string, string> = {},
  body?: object,
) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { ...(method !== "DELETE" && { "content-type": "application/json" }), ...headers },
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
  const own = { ...people.admin, permissions: new Set(people.admin.permissions) };
  own.permissions.delete("vendor.editBank");
  const mapping = { routingNumber: "ABA" };
  expect(() => importerWith(own, { kind: "vendors", mapping })).toThrow(
    /^Your role does not allow bringing in .+\. Leave these columns out, or let a person do it who may enter them\.$/,
  );
});

test("what the database refuses is said in words, and what is ours without its text", async () => {
  const bare = Fastify();
  bare.setErrorHandler(handleError as never);
  const run = (statement: ReturnType<typeof sql>) => async () =>
    t.database.transaction(people.admin, (tx) => tx.rows(statement));
  const org = people.admin.orgId;
  bare.get(
    "/reference",
    run(sql`
      insert into account_string (org_id, id, code, fund_id, department_id, account_id)
      values (${org}, ${newId()}, 'X', ${newId()}, ${newId()}, ${newId()})
    `),
  );
  bare.get(
    "/range",
    run(sql`
      insert into segment_value (org_id, id, kind, code, name)
      values (${org}, ${newId()}, 'no such kind', 'X', 'X')
    `),
  );
  bare.get("/form", run(sql`select 'three'::text::int`));
  bare.get("/slow", async () =>
    t.database.transaction(people.admin, async (tx) => {
      await tx.rows(sql`select set_config('statement_timeout', '20', true)`);
      await tx.rows(sql`select pg_sleep(0.5)`);
    }),
  );
  bare.get("/ours", async () => {
    throw new Error("a secret of the library");
  });
  const said = async (url: string) => {
    const answer = (await bare.inject({ url })).json<Answer & { status: number }>();
    return `${answer.status} ${answer.code}: ${answer.detail}`;
  };
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await said("/reference")).toBe(
    "422 unknown_reference: A record named here does not exist.",
  );
  expect(await said("/range")).toBe(
    "422 out_of_range: A value is outside of what this field allows.",
  );
  expect(await said("/form")).toBe("422 not_valid: A value has the wrong form.");
  expect(await said("/slow")).toBe(
    "503 took_too_long: This took too long and was stopped; nothing was saved. Ask for less at once, or try again in a moment.",
  );
  expect(await said("/ours")).toMatch(
    /^500 internal: Something failed on our side\. Nothing was saved\. Quote \S+ when you ask about it\.$/,
  );
  expect(log).toHaveBeenCalledTimes(2);
  log.mockRestore();
  await bare.close();
});

test("what is sent in the clear is not carried out", async () => {
  const bare = Fastify();
  forceHttps(bare as never, {
    ...t.app.config,
    LEVEE_FORCE_HTTPS: true,
    LEVEE_ORIGIN: "https://levee.county.gov",
  });
  bare.post("/x", async () => "done");
  const answer = await bare.inject({
    method: "POST",
    url: "/x",
    headers: { host: "levee.county.gov" },
  });
  expect(answer.json()).toMatchObject({
    status: 403,
    code: "https_required",
    detail: "Use HTTPS: this request came in the clear and was not carried out.",
  });
  await bare.close();
});

test("a preview is of a picture, a file is taken off by who attached it, and a search fills so many", async () => {
  const reply = {} as never;
  const file = { sha256: "0".repeat(64), mediaType: "application/pdf" };
  expect(await refusalOf(sendPreview(t.app.files, reply, file, "small"))).toBe(
    "not_a_picture: Only pictures have a preview.",
  );
  const db = t.database.read(people.admin);
  expect(await refusalOf(exportedSearch(db, people.admin, memberList, "", 1))).toBe(
    "too_many_records: This finds more than 1 records, the most that are filled in at once. Filter the list and do each part.",
  );
  const [fileId, attachmentId, vendorId] = [newId(), newId(), newId()];
  await t.database.transaction(people.clerk, async (tx) => {
    await tx.rows(sql`
      insert into vendor (org_id, id, number, name, name_key, status)
      values (${people.clerk.orgId}, ${vendorId}, 'V-1', 'Northline', 'northline', 'active')
    `);
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${people.clerk.orgId}, ${fileId}, 'a.pdf', 'application/pdf', 1, ${file.sha256},
        ${people.clerk.personId}
      )
    `);
    await tx.rows(sql`
      insert into attachment (org_id, id, object_type, object_id, file_id, created_by)
      values (
        ${people.clerk.orgId}, ${attachmentId}, 'vendor', ${vendorId}, ${fileId},
        ${people.clerk.personId}
      )
    `);
  });
  expect(await refused("DELETE", `attachments/${attachmentId}`)).toBe(
    "403 not_allowed: Only the person who attached a file can take it off.",
  );
});

test("a key store's refusal is said, also where it says no more than its code", async () => {
  const answering = await openStandIn(() => ({
    status: 409,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: "odd" }),
  }));
  const store = keyStoreAt(() => `http://localhost:${answering.port}`, "x".repeat(40));
  expect(await refusalOf(store.status())).toBe("key_store_odd: The key store refused.");
  await answering.close();
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
