import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "./app.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let actor: Actor;
let account: string;
let vendor: string;
const endpoints = areaServers.flatMap((a) => a.endpoints);
const writing = endpoints.filter(
  (e) =>
    e.method !== "GET" &&
    e.body &&
    !/^\/(auth|functions)/.test(e.path) &&
    !/demo-mail|log_security_event/.test(e.path),
);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    all: { role: "admin", duties: ["buyer", "ap", "treasurer", "receiver", "budget_officer"] },
  });
  actor = { ...people.all, permissions: new Set(Object.keys(permissions)) };
  account = (await makeBudget(t.database, agency, 1_000_000_00)).accountStringId;
  vendor = (await makeVendor(t.database, agency)).id;
  app = await buildApp({ ...t.app, endpoints, principal: async () => actor });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const id = "018f0000-0000-7000-8000-0000000000ff";
const addressOf = (path: string) => path.replace(/\{\w+\}/g, id);
const send = (
  method: string,
  path: string,
  payload: string | object,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: method as never,
    url: addressOf(path),
    headers: { "content-type": "application/json", "if-match": '"1"', ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });

const hostile: readonly [string, string][] = [
  ["a number", "7"],
  ["a list", "[]"],
  ["null", "null"],
  ["no JSON", "{"],
  ["NaN", '{"amount":NaN}'],
  ["a prototype", '{"__proto__":{"admin":true}}'],
  ["a constructor", '{"constructor":{"prototype":{"admin":true}}}'],
  [
    "foreign keys of the machine",
    '{"orgId":"x","org_id":"x","status":"paid","role":"admin","version":9,"createdBy":"x"}',
  ],
  ["deep nesting", `{"lines":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
];

type Fault = { message: string };

test.each(writing.map((e) => [`${e.method} ${e.path}`, e] as const))(
  "%s answers bad input with a clear 4xx",
  async (_name, e) => {
    for (const [what, payload] of hostile) {
      const answer = await send(e.method, e.path, payload);
      expect(answer.statusCode, `${what}: ${answer.body.slice(0, 200)}`).toBeGreaterThanOrEqual(
        400,
      );
      expect(answer.statusCode, `${what}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
      // CommonGrants calls its sentence the message, and its errors are JSON as all it says.
      const own = e.path.startsWith("/common-grants/");
      const type = own ? "application/json" : "application/problem+json";
      expect(answer.headers["content-type"], what).toContain(type);
      const said = answer.json<Record<"detail" | "message", string> & { errors: Fault[] }>();
      const sentence = own ? said.message : said.detail;
      expect(sentence.length, what).toBeGreaterThan(10);
      for (const text of [sentence, ...said.errors.map((each) => each.message)])
        expect(text, what).not.toMatch(
          /Invalid input|expected .+received|^Too (small|big)|Unrecognized/,
        );
    }
  },
);

test.each(writing.map((e) => [`${e.method} ${e.path}`, e] as const))(
  "%s takes no plain text",
  async (_name, e) => {
    const answer = await send(e.method, e.path, "title=Stone", { "content-type": "text/plain" });
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(415);
  },
);

// What is no agency's: an agent of the assistant (SPEC: one row or none), a tabulation that was not
// published, a sign-in, what a program asked for (RFC 6749 says how), a city's public service. Where a
// record came from: nothing, for whoever may not read it as for what is not there.
const answersAnybody = /^\/(auth|oauth|open311)|product_agents|\/public\/|\/chain$/;

test.each(
  endpoints
    .filter((e) => e.method === "GET" && e.path.includes("{") && !answersAnybody.test(e.path))
    .map((e) => e.path),
)("GET %s tells nothing of an id that nobody has", async (path) => {
  const answer = await app.inject({ url: addressOf(path) });
  // 403: for vendors only; 422: the query lacks what it needs; 401: for directories by their token.
  const told = path.startsWith("/scim/") ? [401] : [403, 404, 422];
  expect(told, answer.body.slice(0, 200)).toContain(answer.statusCode);
});

const requisition = () => ({
  title: "Stone",
  departmentId: agency.departmentId,
  neededOn: "2026-12-24",
  lines: [
    {
      description: "Stone",
      quantity: "1",
      unitPrice: "1.00",
      splits: [{ accountStringId: account }],
    },
  ],
});
const invoice = () => ({
  vendorId: vendor,
  vendorNumber: "1",
  invoiceDate: "2026-11-01",
  lines: [{ description: "Stone", quantity: "1", unitPrice: "1.00", accountStringId: account }],
});
const count = async () =>
  (
    await t.database
      .read(actor)
      .one<{ n: number }>(
        sql`select (select count(*) from requisition) + (select count(*) from invoice) as n`,
      )
  ).n;

type Case = [string, string, () => object, string];
const wrong: readonly Case[] = [
  [
    "a negative quantity",
    "/api/v1/requisitions",
    () => ({ ...requisition(), lines: [{ ...requisition().lines[0], quantity: "-1" }] }),
    "lines.0.quantity",
  ],
  [
    "a huge price",
    "/api/v1/requisitions",
    () => ({ ...requisition(), lines: [{ ...requisition().lines[0], unitPrice: "9".repeat(40) }] }),
    "lines.0.unitPrice",
  ],
  [
    "quantity times price beyond what is kept",
    "/api/v1/requisitions",
    () => ({
      ...requisition(),
      lines: [{ ...requisition().lines[0], quantity: "999999999999", unitPrice: "999999999999" }],
    }),
    "lines.0.unitPrice",
  ],
  [
    "NaN as text",
    "/api/v1/requisitions",
    () => ({ ...requisition(), lines: [{ ...requisition().lines[0], quantity: "NaN" }] }),
    "lines.0.quantity",
  ],
  [
    "a number for a decimal text",
    "/api/v1/requisitions",
    () => ({ ...requisition(), lines: [{ ...requisition().lines[0], quantity: 1 }] }),
    "lines.0.quantity",
  ],
  ["a text for an amount", "/api/v1/invoices", () => ({ ...invoice(), tax: "12.00" }), "tax"],
  ["half a cent", "/api/v1/invoices", () => ({ ...invoice(), tax: 0.5 }), "tax"],
  [
    "an amount beyond safe integers",
    "/api/v1/invoices",
    () => ({ ...invoice(), charges: 1e18 }),
    "charges",
  ],
  [
    "a day that does not exist",
    "/api/v1/requisitions",
    () => ({ ...requisition(), neededOn: "2026-02-30" }),
    "neededOn",
  ],
  ["the agency", "/api/v1/requisitions", () => ({ ...requisition(), orgId: id }), "orgId"],
  [
    "the status",
    "/api/v1/requisitions",
    () => ({ ...requisition(), status: "approved" }),
    "status",
  ],
  [
    "the requester",
    "/api/v1/requisitions",
    () => ({ ...requisition(), requesterId: id }),
    "requesterId",
  ],
  [
    "a field inside a line",
    "/api/v1/requisitions",
    () => ({ ...requisition(), lines: [{ ...requisition().lines[0], orderedAmount: 5 }] }),
    "lines.0.orderedAmount",
  ],
  [
    "a NUL character",
    "/api/v1/requisitions",
    () => ({ ...requisition(), title: "Stone\u0000" }),
    "title",
  ],
  [
    "a line break in a name",
    "/api/v1/requisitions",
    () => ({ ...requisition(), title: "Stone\r\nBcc: all@county.gov" }),
    "title",
  ],
  [
    "a name that nobody can see",
    "/api/v1/departments",
    () => ({ name: "\u200b\u3164", code: "X1" }),
    "name",
  ],
  [
    "a NUL character in a line",
    "/api/v1/invoices",
    () => ({ ...invoice(), lines: [{ ...invoice().lines[0], description: "\u0000" }] }),
    "lines.0.description",
  ],
  [
    "quantity times price of an invoice beyond what is kept",
    "/api/v1/invoices",
    () => ({
      ...invoice(),
      lines: [{ ...invoice().lines[0], quantity: "999999999999", unitPrice: "999999999999" }],
    }),
    "lines.0.unitPrice",
  ],
  [
    "a document that is not here",
    "/api/v1/invoices",
    () => ({ ...invoice(), fileId: id }),
    "fileId",
  ],
  ["a file that is not here", "/api/v1/invoices/from-ubl", () => ({ fileId: id }), "fileId"],
  [
    "an order line that is not here",
    "/api/v1/invoices",
    () => ({ ...invoice(), lines: [{ ...invoice().lines[0], purchaseOrderLineId: id }] }),
    "lines.0.purchaseOrderLineId",
  ],
  [
    "a return at a negative price",
    "/api/v1/invoices",
    () => ({
      ...invoice(),
      lines: [{ ...invoice().lines[0], quantity: "-1", unitPrice: "-1.00" }],
    }),
    "lines.0.quantity",
  ],
  [
    "a credit note with a minus",
    "/api/v1/invoices",
    () => ({
      ...invoice(),
      kind: "credit_note",
      lines: [{ ...invoice().lines[0], quantity: "-1" }],
    }),
    "lines.0.quantity",
  ],
  [
    "a receipt at the end of time",
    "/api/v1/invoices",
    () => ({ ...invoice(), receivedOn: "9999-12-31" }),
    "receivedOn",
  ],
  [
    "a receipt that is still to come",
    "/api/v1/invoices",
    () => ({ ...invoice(), receivedOn: "2099-12-31" }),
    "receivedOn",
  ],
  [
    "an invoice of another century",
    "/api/v1/invoices",
    () => ({ ...invoice(), invoiceDate: "1926-11-01" }),
    "invoiceDate",
  ],
  [
    "an invoice dated far ahead",
    "/api/v1/invoices",
    () => ({ ...invoice(), invoiceDate: "2099-11-01" }),
    "invoiceDate",
  ],
  [
    "a NUL character in a line of a requisition",
    "/api/v1/requisitions",
    () => ({ ...requisition(), lines: [{ ...requisition().lines[0], description: "\u0000" }] }),
    "lines.0.description",
  ],
];

test.each(wrong)(
  "%s is refused with its path, and nothing is stored",
  async (_name, path, body, at) => {
    const before = await count();
    const answer = await send("POST", path, body());
    expect(answer.statusCode, answer.body).toBe(422);
    if (at)
      expect(answer.json<{ errors: { path: string }[] }>().errors.map((e) => e.path)).toContain(at);
    expect(await count()).toBe(before);
  },
);

test("a correction of an invoice is held to the same: days, document, a credit note's signs", async () => {
  const made = (
    await send("POST", "/api/v1/invoices", {
      ...invoice(),
      vendorNumber: "CR-1",
      kind: "credit_note",
    })
  ).json<{ id: string; version: number }>();
  const paths = async (patch: object) => {
    const answer = await send("PATCH", `/api/v1/invoices/${made.id}`, patch, {
      "if-match": `"${made.version}"`,
    });
    expect(answer.statusCode, answer.body).toBe(422);
    return answer.json<{ errors: { path: string }[] }>().errors.map((e) => e.path);
  };
  expect(await paths({ lines: [{ ...invoice().lines[0], quantity: "-1" }] })).toEqual([
    "lines.0.quantity",
  ]);
  expect(await paths({ fileId: id, receivedOn: "2099-01-01" })).toEqual(["receivedOn", "fileId"]);
  expect(await paths({ allowances: 5_00 })).toEqual(["kind"]);
});

test("a NUL in a search is told with its name", async () => {
  const answer = await app.inject({ url: "/api/v1/invoices?q=%00" });
  expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: "q" }] });
  expect((await app.inject({ url: "/openapi.json" })).statusCode).toBe(200);
});

test("10 MB are refused before they are read, another agency's record is not found, a stale version is told apart", async () => {
  expect(
    (await send("POST", "/api/v1/requisitions", `{"title":"${"x".repeat(10 * 1024 * 1024)}"}`))
      .statusCode,
  ).toBe(413);
  const other = await makeAgency(t.database);
  const theirs = (await makeBudget(t.database, other, 1)).accountStringId;
  expect(
    (
      await send("POST", "/api/v1/requisitions", {
        ...requisition(),
        lines: [{ ...requisition().lines[0]!, splits: [{ accountStringId: theirs }] }],
      })
    ).statusCode,
  ).toBe(404);
  const made = (await send("POST", "/api/v1/requisitions", requisition())).json<{
    id: string;
    version: number;
  }>();
  const patch = (version: string) =>
    send("PATCH", `/api/v1/requisitions/${made.id}`, requisition(), { "if-match": version });
  expect((await patch('"99"')).statusCode).toBe(412);
  expect((await patch("soon")).statusCode).toBe(422);
  expect((await patch(`"${made.version}"`)).statusCode).toBe(200);
});

test("the same Idempotency-Key answers the same and stores once; with another body it is refused", async () => {
  const key = { "idempotency-key": "0123456789abcdef" };
  const before = await count();
  const [first, second] = await Promise.all([
    send("POST", "/api/v1/requisitions", requisition(), key),
    send("POST", "/api/v1/requisitions", requisition(), key),
  ]);
  expect(first.json<{ id: string }>().id).toBe(second.json<{ id: string }>().id);
  expect(await count()).toBe(before + 1);
  expect(
    (await send("POST", "/api/v1/requisitions", { ...requisition(), title: "Other" }, key)).json(),
  ).toMatchObject({ status: 422, code: "idempotency_key_reused" });
});
