import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { hashPassword } from "./password.service.ts";
import { confirmFactor, enrol } from "./second-factor.service.ts";
import { storePassword } from "./sign-up.service.ts";
import { hotp, totpStep } from "./totp.service.ts";

// Two instances behind one proxy (10.0.0.1), on one database.
let t: TestDatabase;
let db: IdentityDb;
let second: ReturnType<typeof openDatabase>;
let instances: FastifyInstance[];
let strict: FastifyInstance;
const password = "Correct-horse-9";
let hash = "";

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  hash = await hashPassword(password);
  second = openDatabase(t.ownerUrl, { max: 4 });
  const proxied = { ...t.app, config: { ...t.app.config, LEVEE_TRUST_PROXY: 1 as const } };
  instances = [await assemble(proxied), await assemble({ ...proxied, database: second })];
  strict = await assemble(t.app);
});
afterAll(async () => {
  for (const each of [...instances, strict]) await each.close();
  await second.close();
  await t.drop();
});
beforeEach(() => db.rows(sql`delete from rate_limit`));

const newPerson = async () => {
  const [id, email] = [newId(), `p${newId().slice(-12)}@people.test`];
  await db.rows(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (${id}, ${email}, 'Test Person', clock_timestamp())
  `);
  await storePassword(db, id, email, hash);
  return { id, email };
};

let turn = 0;
const send = async (
  payload: object,
  forwarded: string,
  over: { server?: FastifyInstance; cookie?: string; remoteAddress?: string } = {},
) => {
  const answer = await (over.server ?? instances[turn++ % 2]!).inject({
    method: "POST",
    url: "/auth/v1/token",
    remoteAddress: over.remoteAddress ?? "10.0.0.1",
    headers: {
      "x-forwarded-for": forwarded,
      ...(over.cookie ? { cookie: over.cookie } : {}),
    },
    payload,
  });
  return {
    status: answer.statusCode,
    body: answer.json() as Record<string, unknown>,
    retryAfter: Number(answer.headers["retry-after"] ?? 0),
    cookie: /levee_browser=[^;]+/.exec(String(answer.headers["set-cookie"] ?? ""))?.[0],
  };
};
const signIn = (email: string, typed: string, forwarded: string, over = {}) =>
  send({ grant_type: "password", email, password: typed }, forwarded, over);
const statuses = async (tries: Promise<{ status: number }>[]) => {
  const tally: Record<number, number> = {};
  for (const { status } of await Promise.all(tries)) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
};
const letters = async (to: string) =>
  (
    await db.rows<{ kind: string }>(
      sql`select kind from mail where to_address = ${to} order by created_at, id`,
    )
  ).map((letter) => letter.kind);

test("whatever a visitor writes into X-Forwarded-For, the address that the proxy saw is counted, on both instances together", async () => {
  const { email } = await newPerson();
  const forged = Array.from({ length: 12 }, (_, i) =>
    signIn(email, "Wrong-horse-1", `6.6.6.${i}, 198.51.100.7`),
  );
  expect(await statuses(forged)).toEqual({ 401: 5, 429: 7 });
  expect((await signIn(email, password, "198.51.100.8")).status).toBe(200);
});

test("without the setting no header is believed: who speaks to the server is counted", async () => {
  const { email } = await newPerson();
  const forged = Array.from({ length: 7 }, (_, i) =>
    signIn(email, "Wrong-horse-1", `6.6.6.${i}`, { server: strict, remoteAddress: "203.0.113.9" }),
  );
  expect(await statuses(forged)).toEqual({ 401: 5, 429: 2 });
});

test("guesses from many addresses slow down over both instances; the owner is told once and comes in from a browser or an address that is known", async () => {
  const { email } = await newPerson();
  const first = await signIn(email, password, "192.0.2.1");
  expect(first.cookie).toMatch(/^levee_browser=[\w-]{43}$/);
  const guess = (i: number) => signIn(email, "Wrong-horse-1", `198.51.100.${i}`);
  // One attempt was given back: it was right.
  expect(await statuses(Array.from({ length: 40 }, (_, i) => guess(i)))).toEqual({
    401: 10,
    429: 30,
  });
  const held = await guess(99);
  expect(held).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(held.retryAfter).toBeGreaterThanOrEqual(1);
  expect(held.retryAfter).toBeLessThanOrEqual(8);
  expect((await signIn(email, password, "198.51.100.77")).status).toBe(429);
  expect((await signIn(email, password, "192.0.2.1")).status).toBe(200);
  expect((await signIn(email, password, "198.51.100.78", { cookie: first.cookie })).status).toBe(
    200,
  );
  await db.rows(sql`
    update rate_limit
    set blocked_until = clock_timestamp()
    where key = ${`account:${email}`}
  `);
  expect((await guess(100)).status).toBe(401);
  expect((await guess(101)).retryAfter).toBeGreaterThan(8);
  expect(await letters(email)).toEqual(["password_guessed"]);
  // A stranger's account is answered alike.
  const nobody = `nobody${newId().slice(-8)}@people.test`;
  const none = Array.from({ length: 12 }, (_, i) =>
    signIn(nobody, "Wrong-horse-1", `198.51.101.${i}`),
  );
  expect(await statuses(none)).toEqual({ 401: 10, 429: 2 });
});

test("nobody at the owner's own address uses up the attempts of the owner's browser", async () => {
  const { email } = await newPerson();
  const { cookie } = await signIn(email, password, "192.0.2.1");
  const neighbour = Array.from({ length: 8 }, () => signIn(email, "Wrong-horse-1", "192.0.2.1"));
  expect(await statuses(neighbour)).toEqual({ 401: 5, 429: 3 });
  expect((await signIn(email, password, "192.0.2.1", { cookie })).status).toBe(200);
});

test("who knows the password and not the code keeps its owner from no second step, and the owner is told", async () => {
  const { id, email } = await newPerson();
  const { uri } = await enrol(db, id, email);
  const { base32 } = await import("@better-auth/utils/base32");
  const secret = new TextDecoder().decode(base32.decode(new URL(uri).searchParams.get("secret")!));
  const code = (offset: number) => hotp(secret, totpStep(Date.now()) + offset);
  await confirmFactor(db, id, null, await code(0));
  const step = async (from: string) =>
    String((await signIn(email, password, from)).body["mfa_token"]);
  const mine = await step("192.0.2.50");
  for (let i = 0; i < 3; i++) {
    const token = await step(`198.51.100.${i}`);
    for (let n = 0; n < 6; n++)
      await send({ grant_type: "mfa", mfa_token: token, code: "000000" }, `198.51.100.${i}`);
  }
  const last = await send(
    { grant_type: "mfa", mfa_token: await step("198.51.100.2"), code: "000000" },
    "198.51.100.2",
  );
  expect(last.status).toBe(429);
  expect(
    await send({ grant_type: "mfa", mfa_token: mine, code: await code(1) }, "192.0.2.50"),
  ).toMatchObject({ status: 200 });
  expect(await letters(email)).toEqual(["second_factor_on", "password_known"]);
});

test("nobody fills the owner's mailbox or voids their link from many addresses: after ten letters in an hour the last link stays good", async () => {
  const { email } = await newPerson();
  const recover = (i: number) =>
    instances[i % 2]!.inject({
      method: "POST",
      url: "/auth/v1/recover",
      remoteAddress: "10.0.0.1",
      headers: { "x-forwarded-for": `198.51.102.${i}` },
      payload: { email },
    });
  for (let i = 0; i < 13; i++) expect((await recover(i)).statusCode).toBe(200);
  expect(await letters(email)).toEqual(Array(10).fill("recovery"));
  const { link } = await db.one<{ link: string }>(sql`
    select link
    from mail
    where to_address = ${email}
    order by created_at desc, id desc
    limit 1
  `);
  const token_hash = new URL(link, "http://levee.test").searchParams.get("token_hash");
  const shown = await instances[0]!.inject({
    method: "POST",
    url: "/auth/v1/recovery",
    payload: { token_hash },
  });
  expect(shown.statusCode).toBe(200);
});
