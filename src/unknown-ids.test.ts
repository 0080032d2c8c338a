// Every endpoint that takes an id is asked with one that nothing has: it answers with a refusal in words,
// never with a fault of ours.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { sampleInput } from "#server/testing/sample-input.ts";

const endpoints = areaServers.flatMap((area) => area.endpoints);
let t: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  t = await freshDatabase();
  const { admin } = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  });
  const actor: Actor = { ...admin, permissions: new Set(Object.keys(permissions)) };
  app = await buildApp({ ...t.app, endpoints, principal: async () => actor });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

// Those that never end, and those that make accounts.
const apart = /^\/(auth|functions)\/|\/(events|stream)$/;
const takesId = (path: string, body: unknown): boolean =>
  path.includes("{") || /"[0-9a-f]{8}-[0-9a-f]{4}-/.test(JSON.stringify(body));
const searchOf = (query: unknown): string =>
  new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>).map(([key, value]) => [
      key,
      String(value),
    ]),
  ).toString();

test("an id that nothing has is refused in words by every endpoint", async () => {
  let asked = 0;
  const unasked: string[] = [];
  const faults: string[] = [];
  for (const e of endpoints) {
    if (apart.test(e.path)) continue;
    const body = e.body ? sampleInput(e.body) : null;
    if (e.body && body === null) {
      unasked.push(`${e.method} ${e.path}`);
      continue;
    }
    if (!takesId(e.path, body)) continue;
    const search = e.query ? searchOf(sampleInput(e.query)) : "";
    const answer = await app.inject({
      method: e.method,
      url: `${e.path.replace(/\{\w+\}/g, () => newId())}${search ? `?${search}` : ""}`,
      headers: { "if-match": '"1"' },
      ...(body === null ? {} : { payload: body as object }),
    });
    asked++;
    if (answer.statusCode >= 500 && answer.statusCode !== 503)
      faults.push(`${e.method} ${e.path}: ${answer.statusCode} ${answer.body.slice(0, 160)}`);
  }
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(1000);
  expect(unasked.length, unasked.join("\n")).toBeLessThan(150);
}, 300_000);
