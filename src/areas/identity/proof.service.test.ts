import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { hashPassword } from "./password.service.ts";
import { storePassword } from "./sign-up.service.ts";
import { hotp, totpStep } from "./totp.service.ts";

let t: TestDatabase;
let db: IdentityDb;
let server: FastifyInstance;
const password = "Correct-horse-9";
let hash = "";

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  hash = await hashPassword(password);
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

type Answer = { status: number; body: any };
type Call = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  body?: object,
) => Promise<Answer>;
const callAs =
  (token?: string): Call =>
  async (method, url, body) => {
    const answer = await server.inject({
      method,
      url,
      ...(body ? { payload: body } : {}),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    return { status: answer.statusCode, body: answer.body ? answer.json() : null };
  };
const anyone = callAs();

const newPerson = async () => {
  const [id, email] = [newId(), `p${newId().slice(-12)}@people.test`];
  await db.rows(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (${id}, ${email}, 'Test Person', clock_timestamp())
  `);
  await storePassword(db, id, email, hash);
  const signIn = async () => {
    const { body } = await anyone("POST", "/auth/v1/token", {
      grant_type: "password",
      email,
      password,
    });
    return callAs(body.access_token as string);
  };
  return { id, email, signIn };
};
const plantPasskey = async (personId: string, name: string) => {
  const id = newId();
  await db.rows(sql`
    insert into passkey (id, person_id, credential_id, public_key, name)
    values (${id}, ${personId}, ${newId()}, 'AA', ${name})
  `);
  return id;
};
const keysOf = async (personId: string) =>
  (
    await db.rows<{ name: string }>(
      sql`select name from passkey where person_id = ${personId} order by name`,
    )
  ).map((key) => key.name);
const letters = async (to: string) =>
  (
    await db.rows<{ kind: string }>(
      sql`select kind from mail where to_address = ${to} order by created_at, id`,
    )
  ).map((letter) => letter.kind);
const codeOf = async (uri: string, offset = 0) => {
  const { base32 } = await import("@better-auth/utils/base32");
  const secret = new TextDecoder().decode(base32.decode(new URL(uri).searchParams.get("secret")!));
  return hotp(secret, totpStep(Date.now()) + offset);
};

test("a session alone adds and removes no way to sign in: it asks anew for what one signs in with, in this session, for ten minutes", async () => {
  const { id, email, signIn } = await newPerson();
  const [mine, stolen] = [await signIn(), await signIn()];
  const key = await plantPasskey(id, "Desk key");
  const changes = [
    ["POST", "/auth/v1/factors", undefined],
    ["POST", "/auth/v1/factors/verify", { code: "000000" }],
    ["POST", "/auth/v1/passkeys/options", undefined],
    ["DELETE", `/auth/v1/passkeys/${key}`, undefined],
  ] as const;
  const refused = { status: 403, body: { code: "proof_needed" } };
  for (const [method, url, body] of changes)
    expect(await stolen(method, url, body), url).toMatchObject(refused);
  expect(await mine("GET", "/auth/v1/proof")).toMatchObject({
    body: { password: true, code: false, passkey: true, until: null },
  });
  expect(
    await mine("POST", "/auth/v1/proof", { kind: "password", present_password: "Wrong-horse-1" }),
  ).toMatchObject({ status: 422, body: { code: "wrong_password" } });
  expect(
    (await mine("POST", "/auth/v1/proof", { kind: "password", present_password: password })).status,
  ).toBe(200);
  const begun = await mine("POST", "/auth/v1/factors");
  expect(begun.status).toBe(200);
  // The proof of one session is none of another.
  expect(await stolen("POST", "/auth/v1/factors")).toMatchObject(refused);
  const spent = await codeOf(begun.body.uri as string);
  expect((await mine("POST", "/auth/v1/factors/verify", { code: spent })).status).toBe(200);
  // Enrolment ends the other session.
  expect((await stolen("GET", "/auth/v1/user")).status).toBe(401);
  expect((await mine("GET", "/auth/v1/user")).status).toBe(200);
  await db.rows(sql`update session set proved_at = proved_at - interval '10 minutes 1 second'`);
  expect(await mine("DELETE", `/auth/v1/passkeys/${key}`)).toMatchObject(refused);
  // With a second step the password is half a proof.
  const half = await mine("POST", "/auth/v1/proof", {
    kind: "password",
    present_password: password,
  });
  expect(half).toMatchObject({ status: 422, body: { errors: [{ path: "present_code" }] } });
  const code = await codeOf(begun.body.uri as string, 1);
  expect(
    (
      await mine("POST", "/auth/v1/proof", {
        kind: "password",
        present_password: password,
        present_code: code,
      })
    ).status,
  ).toBe(200);
  expect((await mine("DELETE", `/auth/v1/passkeys/${key}`)).status).toBe(200);
  expect(await letters(email)).toEqual(["second_factor_on", "passkey_removed"]);
});

test("who signs in by a provider alone proves it by a fresh sign-in", async () => {
  const { id, signIn } = await newPerson();
  const mine = await signIn();
  await db.rows(sql`delete from account where person_id = ${id}`);
  expect((await mine("POST", "/auth/v1/factors")).status).toBe(200);
  await db.rows(sql`update session set created_at = created_at - interval '11 minutes'`);
  expect(await mine("POST", "/auth/v1/factors")).toMatchObject({
    status: 403,
    body: { code: "fresh_sign_in_needed" },
  });
});

test("a reset by link shows passkeys and sessions, drops those that are not kept, and tells", async () => {
  const { id, email, signIn } = await newPerson();
  const [kept, other] = [await signIn(), await signIn()];
  const mine = await plantPasskey(id, "My own key");
  await plantPasskey(id, "Planted key");
  await anyone("POST", "/auth/v1/recover", { email });
  const { link } = await db.one<{ link: string }>(
    sql`select link from mail where to_address = ${email} and kind = 'recovery'`,
  );
  const token_hash = new URL(link, "http://levee.test").searchParams.get("token_hash");
  const shown = await anyone("POST", "/auth/v1/recovery", { token_hash });
  expect(shown.body.passkeys.map((each: { name: string }) => each.name).sort()).toEqual([
    "My own key",
    "Planted key",
  ]);
  expect(shown.body.sessions).toHaveLength(2);
  const current = (await kept("GET", "/api/v1/me")).body.sessionId as string;
  const reset = {
    type: "recovery",
    token_hash,
    password: "Brand-new-horse-7",
    keep: { passkeys: [mine], sessions: [current] },
  };
  expect((await anyone("POST", "/auth/v1/verify", reset)).status).toBe(200);
  expect(await keysOf(id)).toEqual(["My own key"]);
  expect((await kept("GET", "/auth/v1/user")).status).toBe(200);
  expect((await other("GET", "/auth/v1/user")).status).toBe(401);
  expect((await anyone("POST", "/auth/v1/recovery", { token_hash })).status).toBe(422);
  expect(await letters(email)).toEqual(["recovery", "password_reset"]);
});

test("a reset by link without a word drops every passkey and session", async () => {
  const { id, email, signIn } = await newPerson();
  const mine = await signIn();
  await plantPasskey(id, "Planted key");
  await anyone("POST", "/auth/v1/recover", { email });
  const { link } = await db.one<{ link: string }>(
    sql`select link from mail where to_address = ${email} and kind = 'recovery'`,
  );
  const token_hash = new URL(link, "http://levee.test").searchParams.get("token_hash");
  await anyone("POST", "/auth/v1/verify", {
    type: "recovery",
    token_hash,
    password: "New-horse-77",
  });
  expect(await keysOf(id)).toEqual([]);
  expect((await mine("GET", "/auth/v1/user")).status).toBe(401);
});
