// A report from outside of the agency is asked about before it is taken, on the page and by Open311; one
// that ended is kept by whoever made it.
import { XMLParser } from "fast-xml-parser";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { chooseBoundary } from "#areas/places/boundary/boundary.service.ts";
import { mapLayers } from "#areas/places/layer/layer.service.ts";
import { serviceType } from "./engagement.tables.ts";
import { moveRequest } from "./service/service.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let agency: Agency;
let people: Record<"admin" | "manager", Actor>;

const box = [
  [
    [-94, 44],
    [-93, 44],
    [-93, 45],
    [-94, 45],
    [-94, 44],
  ],
] as [number, number][][];

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
  });
  server = await assemble(t.app);
  const { admin } = people;
  await t.database.transaction(admin, async (tx) => {
    await insertRow(tx, serviceType, {
      orgId: agency.orgId,
      id: newId(),
      code: "pothole",
      name: "Pothole",
      expectedDays: 10,
    });
    const draft = await mapLayers.draft(tx, admin, {
      name: "Outline",
      note: "",
      features: [
        { name: "", note: "", geometry: { type: "MultiPolygon", coordinates: [box] as never } },
      ],
    });
    await mapLayers.publish(tx, admin, draft.id, draft.version);
    await chooseBoundary(tx, admin, draft.definitionId, null);
  });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const send = (payload: object, url = "/api/v1/public/service-requests") =>
  server.inject({ method: "POST", url, payload });
const hole = { serviceCode: "pothole", description: "A deep hole", email: "ola@example.org" };
const far = { latitude: "44.5", longitude: "-95" };
const count = async () =>
  (
    await t.database
      .read(people.admin)
      .one<{ n: number }>(
        sql`select count(*)::int as n from service_request where org_id = ${agency.orgId}`,
      )
  ).n;

test("a report from outside is asked about, taken when it is sent all the same, and says so to the agency", async () => {
  const asked = await send({ ...hole, ...far });
  expect(asked.statusCode).toBe(422);
  expect(asked.json()).toMatchObject({
    code: "outside",
    errors: [
      { path: "outside", message: expect.stringMatching(/^This place lies \d+ miles outside/) },
    ],
  });
  expect(await count()).toBe(0);
  expect((await send({ ...hole, ...far, outside: "yes" })).statusCode).toBe(422);
  expect((await send({ ...hole, ...far, outside: "send" })).statusCode).toBe(201);
  expect((await send({ ...hole, latitude: "44.5", longitude: "-93.5" })).statusCode).toBe(201);
  // Words alone are not looked up.
  expect((await send({ ...hole, address: "Main Street" })).statusCode).toBe(201);
  const rows = await t.database
    .read(people.admin)
    .rows<{ outside: boolean }>(
      sql`select outside from service_request where org_id = ${agency.orgId} order by number`,
    );
  expect(rows.map(({ outside }) => outside)).toEqual([true, false, false]);
});

test("Open311 says that a place lies outside in the asked format, and takes it when the client was asked", async () => {
  const body = { service_code: "pothole", description: "A deep hole", lat: "44.5", long: "-95" };
  const before = await count();
  const inXml = await send(body, "/open311/v2/requests.xml");
  expect(inXml.statusCode).toBe(400);
  const { errors } = new XMLParser().parse(inXml.body) as {
    errors: { error: { code: number; description: string } };
  };
  expect(errors.error.code).toBe(400);
  expect(errors.error.description).toContain("miles outside of");
  expect(errors.error.description).toContain("repeats the call with outside=send");
  expect((await send(body, "/open311/v2/requests.json")).json()).toEqual([
    { code: 400, description: expect.stringContaining("miles outside of") },
  ]);
  expect(await count()).toBe(before);
  const sent = await send({ ...body, outside: "send" }, "/open311/v2/requests.json");
  expect([sent.statusCode, await count()]).toEqual([201, before + 1]);
});

test("a report that ended is kept: the letter opens again by its link, with the report as a PDF", async () => {
  const to = "kept@example.org";
  await send({ ...hole, email: to, address: "Mill Road" });
  const { id } = await t.database.read(people.manager).one<{ id: string }>(sql`
    select id
    from service_request
    where org_id = ${agency.orgId} and reporter_email = ${to}
  `);
  const move = (action: "start" | "close", reason: string | null) =>
    t.database.transaction(people.manager, (tx) =>
      moveRequest(tx, people.manager, action, { id, version: null, reason }),
    );
  await move("start", null);
  await move("close", "The hole was filled.");
  const letters = await identityDb(t.database).rows<{ kind: string; bodyText: string }>(
    sql`select kind, body_text from mail where to_address = ${to} order by created_at, id`,
  );
  expect(letters.map(({ kind }) => kind)).toEqual([
    "service_request",
    "service_request",
    "service_answer",
  ]);
  const link = /\{origin\}(\/api\/v1\/public\/kept-letters\/\S+)/.exec(letters[2]!.bodyText)![1]!;
  const page = await server.inject({ url: link, headers: { accept: "text/html" } });
  expect(page.statusCode).toBe(200);
  for (const words of ["The hole was filled.", "Pothole", ".pdf"])
    expect(page.body).toContain(words);
  const paper = await server.inject({ url: `${link}/papers/0` });
  expect([paper.statusCode, paper.rawPayload.subarray(0, 5).toString("latin1")]).toEqual([
    200,
    "%PDF-",
  ]);
});
