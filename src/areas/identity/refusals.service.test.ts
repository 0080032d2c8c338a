// What the ways of signing in refuse, at the endpoints.
import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { testPassword, withPassword } from "#server/testing/password.ts";

let t: TestDatabase;
let db: IdentityDb;
let server: FastifyInstance;
beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const send = async (method: "GET" | "POST", url: string, body?: object, token?: string) => {
  const answer = await server.inject({
    method,
    url,
    ...(body && { payload: body }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** Somebody who has signed in and proved just now that it is them. */
const proved = async () => {
  const [personId, email] = [newId(), `p${newId().slice(-12)}@people.test`];
  await db.rows(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (${personId}, ${email}, 'Test Person', clock_timestamp())
  `);
  await withPassword(t.database, { personId, email });
  const { body } = await send("POST", "/auth/v1/token", {
    grant_type: "password",
    email,
    password: testPassword,
  });
  const ask = (method: "GET" | "POST", url: string, sent?: object) =>
    send(method, url, sent, body.access_token as string);
  await ask("POST", "/auth/v1/proof", { kind: "password", present_password: testPassword });
  return { personId, ask };
};

const sized = (head: number, bytes: Buffer) =>
  Buffer.concat([Buffer.from([head, bytes.length]), bytes]);
const text = (words: string) =>
  Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);

/** What an authenticator answers that attests nothing (WebAuthn 8.7), in CBOR (RFC 8949). */
const answered = (challenge: string, credential: Buffer) => {
  const { origin } = new URL(t.app.config.origin);
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    sized(0x58, randomBytes(32)),
    Buffer.from([0x22]),
    sized(0x58, randomBytes(32)),
  ]);
  const data = Buffer.concat([
    createHash("sha256").update(new URL(origin).hostname).digest(),
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, credential.length]),
    credential,
    key,
  ]);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    sized(0x58, data),
  ]);
  const said = JSON.stringify({ type: "webauthn.create", challenge, origin });
  const id = credential.toString("base64url");
  return {
    id,
    rawId: id,
    type: "public-key",
    response: {
      clientDataJSON: Buffer.from(said).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
    },
  };
};

test("a passkey is kept once, and only where it answered the challenge", async () => {
  const { ask } = await proved();
  const challenge = async () =>
    (await ask("POST", "/auth/v1/passkeys/options")).body.challenge as string;
  const add = async (answer: object) =>
    (await ask("POST", "/auth/v1/passkeys", { name: "Desk", answer })).body;
  const credential = randomBytes(32);
  expect(await add(answered("another", credential))).toMatchObject({
    status: 422,
    code: "passkey_refused",
  });
  expect(await add(answered(await challenge(), credential))).toMatchObject({ name: "Desk" });
  expect(await add(answered(await challenge(), credential))).toMatchObject({
    status: 409,
    code: "passkey_known",
  });
});

test("nobody proves by a passkey that is none of theirs", async () => {
  const { ask } = await proved();
  const answer = answered("x", randomBytes(32));
  expect((await ask("POST", "/auth/v1/proof", { kind: "passkey", answer })).body).toMatchObject({
    status: 422,
    code: "wrong_passkey",
  });
});

test("an authenticator is set up once", async () => {
  const { personId, ask } = await proved();
  expect((await ask("POST", "/auth/v1/factors")).status).toBe(200);
  await db.rows(sql`
    update two_factor
    set confirmed_at = clock_timestamp()
    where person_id = ${personId}
  `);
  expect((await ask("POST", "/auth/v1/factors")).body).toMatchObject({
    status: 409,
    code: "factor_exists",
  });
});

test("a download link is drawn for the API alone, and opens once", async () => {
  const { ask } = await proved();
  const draw = (path: string) => ask("POST", "/api/v1/download-tickets", { path });
  for (const path of ["/admin", "https://evil.test/api/v1/me", "/api/v1/../../auth/v1/user"])
    expect((await draw(path)).body.errors, path).toMatchObject([
      { path: "path", message: "Name an address of the API." },
    ]);
  const { url } = (await draw("/api/v1/me")).body as { url: string };
  expect((await send("GET", url)).status).toBe(200);
  for (const old of [url, "/api/v1/me?ticket=none"])
    expect((await send("GET", old)).body).toMatchObject({ status: 401, code: "bad_ticket" });
});

test("letters lead to our own pages alone, and a program does not sign in", async () => {
  const register = {
    email: "new@people.test",
    password: testPassword,
    options: { emailRedirectTo: "https://evil.test/auth" },
  };
  expect((await send("POST", "/auth/v1/sign-up", register)).body.errors).toMatchObject([
    {
      path: "options.emailRedirectTo",
      message: `Must be a page of ${t.app.config.origin}: /auth, /auth/confirm`,
    },
  ]);
  const grant = { grant_type: "password", email: register.email, password: testPassword };
  expect((await send("POST", "/auth/v1/token", grant, "lvk_any")).body).toMatchObject({
    status: 403,
    detail: "A program does not sign in.",
  });
});
