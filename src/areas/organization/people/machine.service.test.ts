// The machine and the accounts of the installation are for the agency that runs it: whoever has the
// operator's role in another agency is refused at every address of them.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { sampleInput } from "#server/testing/sample-input.ts";

const endpoints = areaServers.flatMap((area) => area.endpoints);
const machines =
  /^\/api\/v1\/(accounts|backups|restore-holds|system-tests|monitoring\/series|alarm-rules)(\/|$)/;
let t: TestDatabase;
let app: FastifyInstance;
let running: Actor, other: Actor, actor: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  const operatorOf = async (): Promise<Actor> => ({
    ...memberActor((await makeAgency(t.database)).orgId, "platform_admin"),
    permissions: new Set(Object.keys(permissions)),
  });
  running = await operatorOf();
  other = await operatorOf();
  app = await buildApp({ ...t.app, endpoints, principal: async () => actor });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const refusedTo = async (who: Actor, asked = machines): Promise<string[]> => {
  actor = who;
  const refused: string[] = [];
  for (const e of endpoints.filter(({ path }) => asked.test(path))) {
    const query = e.query ? (sampleInput(e.query) as Record<string, string> | null) : null;
    const answer = await app.inject({
      method: e.method,
      url: `${e.path.replace(/\{\w+\}/g, () => newId())}?${new URLSearchParams(query ?? {})}`,
      headers: { "if-match": '"1"' },
      ...(e.body ? { payload: sampleInput(e.body) as object } : {}),
    });
    if (answer.json<{ code?: string }>().code === "not_your_machine")
      refused.push(`${e.method} ${e.path}`);
  }
  return refused.toSorted();
};

test("another agency's operator is refused at every address of the machine and of accounts; rules are none to them", async () => {
  expect(await refusedTo(other)).toEqual([
    "DELETE /api/v1/alarm-rules/{id}",
    "GET /api/v1/accounts",
    "GET /api/v1/backups",
    "GET /api/v1/monitoring/series",
    "GET /api/v1/restore-holds",
    "POST /api/v1/accounts/{id}/actions/lock",
    "POST /api/v1/accounts/{id}/actions/resend-confirmation",
    "POST /api/v1/accounts/{id}/actions/unlock",
    "POST /api/v1/alarm-rules",
    "POST /api/v1/restore-holds/{kind}/drop",
    "POST /api/v1/restore-holds/{kind}/release",
    "POST /api/v1/system-tests",
    "PUT /api/v1/alarm-rules/{id}",
  ]);
  const rules = await app.inject({ method: "GET", url: "/api/v1/alarm-rules" });
  expect(rules.json()).toEqual({ items: [] });
  // A test of the machine is not begun for this.
  const harmless =
    /^\/api\/v1\/(accounts|backups|restore-holds|monitoring\/series|alarm-rules)(\/|$)/;
  expect(await refusedTo(running, harmless)).toEqual([]);
});
