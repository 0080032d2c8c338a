// Whoever is of no agency brings something: a citizen, a vendor, a holder of a link. Every such door writes
// into an agency that goes on, and is refused in words by one that rests, unless it says that it stays open.
import pg from "pg";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { permissionsOf } from "#roles.ts";
import { anonymous, type Actor } from "#kernel/access.ts";
import type { AgencyState } from "#kernel/agency-state.ts";
import { newId } from "#kernel/ids.ts";
import { forgetState } from "#server/agencies/state.ts";
import { visiting } from "#server/agencies/visiting.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { opensInOf } from "#server/http/doors.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { makeAgency, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

const ofVendors = permissionsOf("user", [], "vendor");
const vendor: Actor = {
  ...anonymous,
  kind: "vendor",
  personId: newId(),
  vendorIds: [newId()],
  permissions: ofVendors,
};
const isOfVisitors = ({ permission }: Endpoint): boolean =>
  permission === "public" || [permission].flat().some((name) => ofVendors.has(name as never));
const doors = areaServers
  .flatMap((area) => area.endpoints)
  .filter((e) => e.method !== "GET" && isOfVisitors(e));

let t: TestDatabase;
let owner: pg.Client;
let agency: Agency;
let server: FastifyInstance;
let written = 0;

/** The door as it is, but behind it somebody writes into the agency, whatever was brought. */
const writing = (e: Endpoint): Endpoint =>
  endpoint({
    method: e.method as "POST",
    path: e.path,
    permission: e.permission as "public",
    ...(e.opensIn && { opensIn: e.opensIn }),
    ...(e.ownAccount && { ownAccount: true }),
    summary: e.summary,
    ownTransaction: true,
    unkept: true,
    status: 200,
    handler: async ({ app }) => {
      await app.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
        tx.rows(sql`
          insert into department (org_id, id, code, name)
          values (${agency.orgId}, ${newId()}, ${`V${written++}`}, 'Brought')
        `),
      );
      return {};
    },
  });

const brought = async (): Promise<number> =>
  (
    await owner.query<{ n: number }>(
      "select count(*)::int as n from department where org_id = $1 and name = 'Brought'",
      [agency.orgId],
    )
  ).rows[0]!.n;

const knock = async (e: Endpoint) => {
  const answer = await server.inject({
    method: e.method,
    url: e.path.replace(/\{\w+\}/g, newId()),
    headers: { "x-who": e.permission === "public" ? "nobody" : "vendor" },
  });
  // Open311 and SCIM say it in words of their own.
  return {
    status: answer.statusCode,
    code: /agency_rests|This agency takes nothing/.exec(answer.body)?.[0],
  };
};

const become = async (state: AgencyState): Promise<void> => {
  await owner.query("update organization set state = $2 where id = $1", [agency.orgId, state]);
  forgetState(t.database, agency.orgId);
};

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  agency = await makeAgency(t.database);
  server = await buildApp({
    ...t.app,
    endpoints: doors.map(writing),
    principal: async (request) => (request.headers["x-who"] === "vendor" ? vendor : anonymous),
  });
});
afterAll(async () => {
  await server.close();
  await owner.end();
  await t.drop();
});

const states: readonly AgencyState[] = ["active", "read_only", "closing", "suspended", "deleted"];
const staysOpen = (e: Endpoint, state: AgencyState): boolean => {
  if (state === "active" || e.ownAccount) return true;
  const open = opensInOf(e);
  return open === "suspended" || (open === "read_only" && /read_only|closing/.test(state));
};

test.each(states)("every door of visitors is as the state says: %s", async (state) => {
  await become(state);
  const wrong: unknown[] = [];
  let open = 0;
  const before = await brought();
  for (const e of doors) {
    const { status, code } = await knock(e);
    const expected = staysOpen(e, state) ? [200, undefined] : [403, "in words"];
    if (status === 200) open++;
    if (status !== expected[0] || (status === 403) !== (code !== undefined))
      wrong.push({ door: `${e.method} ${e.path}`, status, code, expected });
  }
  expect(wrong).toEqual([]);
  expect(await brought()).toBe(before + open);
});

test("what visitors bring is most of what they can do, and bids alone stay open to vendors while it is read-only", () => {
  expect(doors.length).toBeGreaterThan(120);
  const open = doors.filter((e) => e.permission !== "public" && !e.ownAccount && opensInOf(e));
  expect([...new Set(open.flatMap((e) => e.permission))]).toEqual(["bid.submit"]);
  const taken = doors.filter((e) => e.permission === "public" && opensInOf(e) === undefined);
  for (const path of ["/api/v1/public/service-requests", "/api/v1/public/forms/{slug}/submissions"])
    expect(taken.map((e) => e.path)).toContain(path);
});

test("a vendor who writes is told in words, before anything of the agency is read", async () => {
  const door = { method: "POST", permission: "invoice.send" } as const;
  const write = () =>
    visiting(door, vendor, () => asVendor(t.app, vendor, agency.orgId, async () => 1));
  for (const state of ["suspended", "read_only"] as const) {
    await become(state);
    await expect(write()).rejects.toMatchObject({
      code: "agency_rests",
      message: "This agency takes nothing at the moment. What you sent before is kept.",
    });
  }
  await become("active");
  await expect(write()).rejects.toMatchObject({ kind: "notFound" });
});

test("an agency that is being founded within a visit is written into", async () => {
  const id = newId();
  const door = { method: "POST", permission: "public" } as const;
  const made = await visiting(door, anonymous, () =>
    t.database.transaction({ orgId: id, personId: null }, async (tx) => tx.scope.orgId),
  );
  expect(made).toBe(id);
});
