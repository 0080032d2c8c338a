import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { permissions } from "#roles.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { makePerson } from "../testing/company.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { buildApp } from "./app.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

let t: TestDatabase;
let app: FastifyInstance;
let clerk: Actor;
let vendor: Actor;
let actor: Actor;
let done = 0;
let finish: () => void = () => {};
let begun: () => void = () => {};
const write = {
  method: "POST",
  permission: "signed-in",
  body: z.object({ fail: z.boolean().default(false), slow: z.boolean().default(false) }),
  response: z.object({ n: z.number() }),
} as const;
const work = async ({ fail, slow }: { fail: boolean; slow: boolean }) => {
  if (fail) throw conflict("not_now", "Not now.");
  begun();
  if (slow) await new Promise<void>((resolve) => (finish = resolve));
  return { n: ++done };
};
const own: Endpoint[] = [
  endpoint({
    ...write,
    path: "/api/v1/test-within",
    summary: "In the transaction",
    handler: ({ body }) => work(body),
  }),
  endpoint({
    ...write,
    path: "/api/v1/test-around",
    summary: "In transactions of its own",
    ownTransaction: true,
    handler: ({ body }) => work(body),
  }),
  endpoint({
    ...write,
    path: "/api/v1/test-within/actions/count",
    summary: "A step",
    handler: ({ body }) => work(body),
  }),
  endpoint({
    ...write,
    path: "/api/v1/test-unkept",
    summary: "A secret",
    ownTransaction: true,
    unkept: true,
    handler: ({ body }) => work(body),
  }),
];

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  clerk = {
    ...(await makeMembers(t.database, agency, { all: { role: "admin" } })).all,
    permissions: new Set(Object.keys(permissions)),
  };
  vendor = await makePerson(t, "Vera Vendor");
  app = await buildApp({
    ...t.app,
    endpoints: [...areaServers.flatMap((a) => a.endpoints), ...own],
    principal: async () => actor,
  });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

let serial = 0;
const newKey = () => `once-key-${++serial}`;
const post = (path: string, key: string, payload: object = {}) =>
  app.inject({
    method: "POST",
    url: `/api/v1/${path}`,
    headers: { "idempotency-key": key },
    payload,
  });

test.each([
  ["a member", () => clerk, "test-within"],
  ["a member", () => clerk, "test-around"],
  ["a person without agency", () => vendor, "test-within"],
  ["a person without agency", () => vendor, "test-around"],
])(
  "%s sends the same key twice to an address: done once, answered alike",
  async (_who, who, path) => {
    actor = who();
    const key = newKey();
    const before = done;
    const [first, second] = await Promise.all([post(path, key), post(path, key)]);
    const third = await post(path, key);
    expect(
      [first, second, third].map((answer) => [answer.statusCode, answer.json<{ n: number }>().n]),
    ).toEqual([1, 2, 3].map(() => [201, before + 1]));
    expect((await post(path, key, { slow: false, fail: true })).json()).toMatchObject({
      status: 422,
      code: "idempotency_key_reused",
    });
    expect((await post(path, newKey())).json()).toEqual({ n: before + 2 });
  },
);

test("a step that is taken without a body is taken, also twice under one key", async () => {
  actor = clerk;
  const before = done;
  const step = (key: string) =>
    app.inject({
      method: "POST",
      url: "/api/v1/test-within/actions/count",
      headers: { "idempotency-key": key },
    });
  const key = newKey();
  const answers = [await step(key), await step(key)];
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [200, { n: before + 1 }],
    [200, { n: before + 1 }],
  ]);
  const said = await app.inject({ method: "POST", url: "/api/v1/test-within" });
  expect(said.statusCode).toBe(422);
});

test("what failed may be sent again under its key; a repetition of what goes on waits, then says so; a mark of long ago is taken over", async () => {
  actor = vendor;
  const key = newKey();
  const before = done;
  const failed = newKey();
  expect((await post("test-around", failed, { fail: true })).statusCode).toBe(409);
  expect((await post("test-around", failed, { fail: true })).json()).toMatchObject({
    code: "not_now",
  });
  const started = new Promise<void>((resolve) => (begun = resolve));
  const first = post("test-around", key, { slow: true });
  await started;
  expect((await post("test-around", key, { slow: true })).json()).toMatchObject({
    status: 409,
    code: "still_working",
  });
  finish();
  expect((await first).json()).toEqual({ n: before + 1 });
  expect((await post("test-around", key, { slow: true })).json()).toEqual({ n: before + 1 });
  const lost = newKey();
  await post("test-around", lost);
  await t.database.transaction(vendor, (tx) =>
    tx.rows(sql`
      update person_idempotency_key
      set status = 0, answer = null, created_at = now() - interval '16 minutes'
      where person_id = ${vendor.personId} and key = ${lost}
    `),
  );
  expect((await post("test-around", lost)).json()).toEqual({ n: before + 3 });
});

test("another person's key is another key, and nobody reads another's kept answers", async () => {
  actor = vendor;
  const key = newKey();
  const before = done;
  await post("test-around", key);
  const other = await makePerson(t, "Otto Other");
  actor = other;
  expect((await post("test-around", key)).json()).toEqual({ n: before + 2 });
  expect(
    await t.database.read(other).one(sql`
      select count(*)::int as n
      from person_idempotency_key
      where person_id <> ${other.personId}
    `),
  ).toEqual({ n: 0 });
});

test("a secret answer is not kept", async () => {
  actor = clerk;
  const key = newKey();
  const before = done;
  await post("test-unkept", key);
  expect((await post("test-unkept", key)).json()).toEqual({ n: before + 2 });
  expect(
    await t.database
      .read(clerk)
      .maybe(sql`select 1 as kept from idempotency_key where key = ${key}`),
  ).toBeNull();
});

test("a file is stored once under its key; another file under it is refused", async () => {
  actor = clerk;
  const form = (text: string, boundary: string) => ({
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "idempotency-key": "upload-0001",
    },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
  const send = (text: string, boundary: string) =>
    app.inject({ method: "POST", url: "/api/v1/files", ...form(text, boundary) });
  const first = await send("hello", "----aaaa");
  const second = await send("hello", "----bbbb");
  expect([first.statusCode, second.json<{ id: string }>().id]).toEqual([
    201,
    first.json<{ id: string }>().id,
  ]);
  expect((await send("hello, world", "----aaaa")).json()).toMatchObject({
    code: "idempotency_key_reused",
  });
});
