import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymous, type Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { toleranceEndpoints } from "./tolerance.api.ts";

let t: TestDatabase;
let server: FastifyInstance;
let agency: Agency;
let people: Record<string, Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, { admin: { role: "admin" } });
  server = await buildApp({
    ...t.app,
    endpoints: toleranceEndpoints,
    principal: async (request) => people[request.headers["x-who"] as string] ?? anonymous,
  });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const set = async (pricePercent: string) =>
  server.inject({
    method: "POST",
    url: "/api/v1/match-tolerances",
    headers: { "x-who": "admin" },
    payload: { effectiveFrom: "2026-12-01", pricePercent, priceCents: 500 },
  });

test("a tolerance that was set wrongly is set again for the same day; the record keeps both", async () => {
  expect((await set("20")).statusCode).toBe(201);
  expect((await set("2")).json()).toMatchObject({
    effectiveFrom: "2026-12-01",
    pricePercent: "2.000",
  });
  expect(
    (await server.inject({ url: "/api/v1/match-tolerances", headers: { "x-who": "admin" } })).json()
      .items,
  ).toMatchObject([{ pricePercent: "2.000" }]);
  const entries = await t.database.read(people.admin!).rows<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${agency.orgId} and action = 'matchTolerance.set'
    order by id
  `);
  expect(JSON.parse(entries[1]!.content).changes).toContainEqual({
    field: "pricePercent",
    before: "20.000",
    after: "2.000",
  });
});

test("more than a hundred percent is no tolerance", async () => {
  expect((await set("999")).json()).toMatchObject({
    status: 422,
    errors: [{ path: "pricePercent", message: "Enter a percentage from 0 to 100." }],
  });
});
