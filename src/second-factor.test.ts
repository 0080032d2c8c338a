import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "./areas.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { resolvePrincipal } from "#areas/identity/identity.server.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { assemble } from "#server/instance.ts";
import { eventEndpoints } from "#server/realtime/events.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

// Where the agency demands a second factor and the session has none: every endpoint that exists.
let t: TestDatabase;
let server: FastifyInstance;
const tokens: string[] = [];
const endpoints: readonly Endpoint[] = [
  ...areaServers.flatMap((a) => a.endpoints),
  ...eventEndpoints(async () => {
    throw new Error("not asked");
  }),
];
const nameOf = (e: Endpoint) => `${e.method} ${e.path}`;

/** Reviewed: what such a session may ask for. The person, never the agency. */
const ownAccount = [
  "DELETE /api/v1/me/sessions/{id}",
  "DELETE /auth/v1/passkeys/{id}",
  "DELETE /auth/v1/sso/links/{providerId}",
  "GET /api/v1/events",
  "GET /api/v1/me",
  "GET /api/v1/me/counts",
  "GET /api/v1/me/sessions",
  "GET /api/v1/me/sign-ins",
  "GET /auth/v1/factors",
  "GET /auth/v1/passkeys",
  "GET /auth/v1/proof",
  "GET /auth/v1/sso/links",
  "GET /auth/v1/user",
  "PATCH /api/v1/me",
  "POST /api/v1/invitations/{id}/actions/accept",
  "POST /api/v1/me/active-organization",
  "POST /api/v1/me/not-me",
  "POST /api/v1/organizations",
  "POST /auth/v1/factors",
  "POST /auth/v1/factors/backup-codes",
  "POST /auth/v1/factors/remove",
  "POST /auth/v1/factors/verify",
  "POST /auth/v1/passkeys",
  "POST /auth/v1/passkeys/options",
  "POST /auth/v1/proof",
  "POST /auth/v1/sso/links",
  "POST /auth/v1/sso/links/{providerId}",
  "POST /functions/v1/check-subscription",
  "PUT /auth/v1/user",
];

beforeAll(async () => {
  t = await freshDatabase();
  const app = { ...t.app, config: { ...t.app.config, demo: true } };
  for (const name of ["identity", "organization"])
    await areaServers.find((a) => a.name === name)!.seed!.tell(app, () => {});
  await t.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"mfaRequired": true}'
      where id = ${carverCountyId}
    `),
  );
  server = await assemble(app);
  for (const name of ["admin", "treasurer", "buyer"]) {
    const answer = await server.inject({
      method: "POST",
      url: "/auth/v1/token",
      payload: {
        grant_type: "password",
        email: `${name}@demo.levee.test`,
        password: "Levee-demo-2026!",
      },
    });
    tokens.push(answer.json().access_token as string);
  }
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const ask = async (e: Endpoint, token: string) => {
  const answer = await server.inject({
    method: e.method,
    url: e.path.replace(/\{\w+\}/g, newId()),
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  });
  const stream = answer.stream();
  if (answer.statusCode !== 403) {
    stream.destroy();
    return String(answer.statusCode);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return (JSON.parse(Buffer.concat(chunks).toString("utf8")) as { code: string }).code;
};

test("a session without the second factor that its agency demands is in no agency: every endpoint of its business refuses it", async () => {
  const open: string[] = [];
  const wrong: Record<string, string> = {};
  for (const e of endpoints) {
    if (e.permission === "public") continue;
    if (e.ownAccount) {
      open.push(nameOf(e));
      continue;
    }
    for (const token of tokens) {
      const code = await ask(e, token);
      if (code !== "second_factor_needed") wrong[nameOf(e)] = code;
    }
  }
  expect(wrong).toEqual({});
  expect(open.sort()).toEqual(ownAccount);
});

test("what it may ask for, and what anybody may ask for, meets a person without agency and without permissions", async () => {
  for (const token of tokens)
    expect(await resolvePrincipal(identityDb(t.database), token)).toMatchObject({
      kind: "person",
      orgId: null,
      permissions: new Set(),
      departmentIds: [],
      vendorIds: [],
    });
  for (const e of endpoints.filter((each) => each.method === "GET" && !each.path.includes("{"))) {
    if (e.permission !== "public" && !e.ownAccount) continue;
    // Who the people of the demo are is told to whoever wants to try it.
    if (e.raw || e.path === "/auth/v1/demo-accounts") continue;
    const answer = await server.inject({
      url: e.path,
      headers: { authorization: `Bearer ${tokens[0]}` },
    });
    expect(answer.body, e.path).not.toMatch(/(manager|treasurer|buyer)@demo\.levee\.test/);
  }
  const me = await server.inject({
    url: "/api/v1/me",
    headers: { authorization: `Bearer ${tokens[0]}` },
  });
  expect(me.json()).toMatchObject({
    kind: "member",
    role: "admin",
    permissions: [],
    mfaRequired: true,
    org: { id: carverCountyId },
  });
});
