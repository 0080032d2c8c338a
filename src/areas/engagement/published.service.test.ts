import { XMLParser } from "fast-xml-parser";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { insertRow } from "#server/db/rows.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { Actor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import { serviceType } from "./engagement.tables.ts";
import { publicBudget, publicOrders, publicVendors } from "./published/published.service.ts";
import { moveRequest } from "./service/service.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let db: IdentityDb;
let open: Agency;
let shut: Agency;
let people: { admin: Actor; manager: Actor; user: Actor };

const publish = (agency: Agency, admin: Actor, what: object | null) =>
  t.database.transaction(admin, (tx) =>
    tx.rows(sql`
      update organization
      set settings = ${JSON.stringify(what ? { publish: what } : {})}::jsonb
      where id = ${agency.orgId}
    `),
  );

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  open = await makeAgency(t.database);
  people = await makeMembers(t.database, open, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    user: {},
  });
  shut = await makeAgency(t.database);
  server = await assemble(t.app);
  await publish(open, people.admin, { orders: true, budget: true, requests: true });
  await t.database.transaction(people.admin, (tx) =>
    insertRow(tx, serviceType, {
      orgId: open.orgId,
      id: newId(),
      code: "pothole",
      name: "Pothole",
      expectedDays: 10,
    }),
  );
  for (const agency of [open, shut]) {
    const scope = { orgId: agency.orgId, personId: null };
    const vendor = await makeVendor(t.database, agency, { name: `Public ${agency.orgId}` });
    const secret = await makeVendor(t.database, agency, { name: `Secret ${agency.orgId}` });
    await makeBudget(t.database, agency, 500_00);
    await t.database.transaction(scope, async (tx) => {
      await tx.rows(sql`
        update vendor
        set is_public = true
        where org_id = ${agency.orgId} and id = ${vendor.id}
      `);
      const { id: year } = await tx.one<{ id: string }>(
        sql`select id from fiscal_year where org_id = ${agency.orgId} limit 1`,
      );
      for (const [number, status, who] of [
        ["PO-1", "issued", vendor.id],
        ["PO-2", "draft", secret.id],
      ] as const)
        await tx.rows(sql`
          insert into purchase_order (
            org_id, id, number, title, vendor_id, department_id, fiscal_year_id, status, amount,
            ordered_on
          )
          values (
            ${agency.orgId}, ${newId()}, ${number}, ${`Stone ${number}`}, ${who},
            ${agency.departmentId}, ${year}, ${status}, 12500, '2026-11-01'
          )
        `);
    });
  }
});
afterAll(async () => {
  await server.close();
  await t.drop();
});
beforeEach(() => db.rows(sql`delete from rate_limit`));

const anon = () => published(t.database);
const everything = { q: "", state: "", code: "", page: 1 };

test("the published role reads what was published, and nothing of an agency that publishes nothing", async () => {
  expect((await publicVendors(anon(), everything)).items.map((v) => v.name)).toEqual([
    `Public ${open.orgId}`,
  ]);
  expect(
    (await publicOrders(anon(), { q: "", page: 1 })).items.map((o) => [
      o.number,
      o.vendor,
      o.amount,
    ]),
  ).toEqual([["PO-1", `Public ${open.orgId}`, 125_00]]);
  expect((await publicBudget(anon())).map((b) => b.budget)).toEqual([500_00]);
  await publish(open, people.admin, { orders: false, budget: false, requests: true });
  expect(
    (await publicOrders(anon(), { q: "", page: 1 })).total + (await publicBudget(anon())).length,
  ).toBe(0);
  await publish(open, people.admin, null);
  expect((await publicVendors(anon(), everything)).total).toBe(0);
  await publish(open, people.admin, { orders: true, budget: true, requests: true });
});

test("the budget of the year that runs is told by the agency's day, not by the day in UTC", async () => {
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`update organization set time_zone = 'America/Chicago' where id = ${open.orgId}`),
  );
  const { endsOn } = await t.database
    .read(people.admin)
    .one<{ endsOn: string }>(sql`select ends_on from fiscal_year where org_id = ${open.orgId}`);
  const next = addDays(endsOn, 1);
  const at = (time: string) =>
    publicBudget({ ...anon(), scope: { ...anon().scope, businessNow: `${next}T${time}:00Z` } });
  expect((await at("02:00")).map((b) => b.budget)).toEqual([500_00]);
  expect(await at("07:00")).toEqual([]);
});

test("it can name no other column and write nothing", async () => {
  for (const text of [
    "select tin_last4 from vendor",
    "select email from vendor",
    "select reporter_email from service_request",
    "select email from person",
    "select * from purchase_order",
    "select * from invoice",
    "delete from service_request",
    "select description from service_request",
    "select latitude, longitude from service_request",
    "update organization set name = 'x'",
  ])
    await expect(anon().rows({ ...sql`select 1`, text } as never), text).rejects.toThrow(
      /permission denied/,
    );
});

/** The beginning of a JPEG of this size: a segment of its program, then the frame. */
const jpegOf = (width: number, height: number) => {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1],
    ...[0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0],
  ]);
};

test("a report by form with a photo gets a number; the public sees it without who reported; hidden, it is gone", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    serviceCode: "pothole",
    description: "Deep hole <b>here</b>",
    address: "Main Street",
    name: "Ann",
    email: "ann@people.test",
  }))
    form.set(name, value);
  form.set("photo", new Blob([jpegOf(4000, 3000)]), "hole.jpg");
  const packed = new Response(form);
  const answer = await server.inject({
    method: "POST",
    url: "/api/v1/public/service-requests",
    payload: Buffer.from(await packed.arrayBuffer()),
    headers: { "content-type": packed.headers.get("content-type")! },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { number } = answer.json() as { number: string };
  const shown = async () =>
    (
      (
        await server.inject({
          method: "GET",
          url: `/api/v1/public/service-requests?number=${number}`,
        })
      ).json() as { items: object[] }
    ).items;
  const unseen = { status: "received", description: "", address: "", publicNote: "" };
  expect(await shown()).toMatchObject([{ number, serviceName: "Pothole", ...unseen }]);
  expect(JSON.stringify(await shown())).not.toMatch(/ann|Ann/);
  const row = await t.database.read(people.manager).one<{ id: string; photoId: string | null }>(sql`
    select id, photo_id
    from service_request
    where org_id = ${open.orgId} and number = ${number}
  `);
  expect(row.photoId).not.toBeNull();
  const moved = await t.database.transaction(people.manager, (tx) =>
    moveRequest(tx, people.manager, "acknowledge", { id: row.id, version: null, reason: null }),
  );
  expect(moved).toMatchObject({
    status: "acknowledged",
    owner: people.manager.name,
    reporterEmail: "ann@people.test",
  });
  expect(await shown()).toMatchObject([
    { description: "Deep hole <b>here</b>", address: "Main Street" },
  ]);
  await expect(
    t.database.transaction(people.manager, (tx) =>
      moveRequest(tx, people.manager, "close", { id: row.id, version: null, reason: null }),
    ),
  ).rejects.toMatchObject({ code: "reason_required" });
  await t.database.transaction(people.manager, (tx) =>
    moveRequest(tx, people.manager, "close", { id: row.id, version: null, reason: "Filled." }),
  );
  expect(await shown()).toMatchObject([{ status: "closed", publicNote: "Filled." }]);
  expect(
    (
      await db.rows<{ kind: string }>(
        sql`select kind from mail where to_address = 'ann@people.test'`,
      )
    ).length,
  ).toBe(3);
  await t.database.transaction(people.manager, (tx) =>
    tx.rows(sql`
      update service_request
      set hidden = true
      where org_id = ${open.orgId} and id = ${row.id}
    `),
  );
  expect(await shown()).toEqual([]);
});

test("a report says what is missing, and a file that is no photo is refused", async () => {
  const post = (payload: object) =>
    server.inject({ method: "POST", url: "/api/v1/public/service-requests", payload });
  expect(
    (await post({ serviceCode: "pothole", description: "No place given" })).json(),
  ).toMatchObject({ status: 422, errors: [{ path: "address" }] });
  expect(
    (await post({ serviceCode: "nothing", description: "Something", address: "x" })).json(),
  ).toMatchObject({ status: 422, errors: [{ path: "serviceCode" }] });
  expect(
    (
      await post({ serviceCode: "pothole", description: "Something", latitude: 91, longitude: 0 })
    ).json(),
  ).toMatchObject({ errors: [{ path: "latitude", message: "Between -90 and 90" }] });
  const withFile = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({
      serviceCode: "pothole",
      description: "Something",
      address: "x",
    }))
      form.set(field, value);
    form.set("photo", new Blob([bytes]), name);
    const body = new Response(form);
    return (
      await server.inject({
        method: "POST",
        url: "/api/v1/public/service-requests",
        headers: { "content-type": body.headers.get("content-type")! },
        payload: Buffer.from(await body.arrayBuffer()),
      })
    ).json();
  };
  const jpeg = new Uint8Array(8 * 1024 * 1024 + 1);
  jpeg.set([0xff, 0xd8, 0xff]);
  expect(await withFile(jpeg, "hole.jpg")).toMatchObject({
    status: 413,
    errors: [{ path: "photo", message: expect.stringContaining("larger than 8 MB") }],
  });
  expect(await withFile(jpegOf(50_000, 50_000), "hole.jpg")).toMatchObject({
    status: 422,
    code: "picture_size",
    errors: [{ path: "photo", message: expect.stringContaining("50,000 × 50,000 pixels") }],
  });
  for (const [bytes, name] of [
    [[77, 90, 0, 0], "hole.exe"],
    [[0x25, 0x50, 0x44, 0x46, 0x2d], "hole.pdf"],
  ] as const)
    expect(await withFile(new Uint8Array(bytes), name), name).toMatchObject({
      status: 422,
      code: "not_a_photo",
      errors: [{ path: "photo" }],
    });
});

test("Open311 GeoReport v2: services, a posted request, the list and one request, in XML and in JSON alike", async () => {
  const xml = (text: string) =>
    new XMLParser({ parseTagValue: false }).parse(text) as Record<string, Record<string, never>>;
  const get = async (path: string) =>
    await server.inject({ method: "GET", url: `/open311/v2/${path}` });
  expect((await get("services.json")).json()).toEqual([
    {
      service_code: "pothole",
      service_name: "Pothole",
      description: "",
      metadata: false,
      type: "realtime",
      keywords: "",
      group: "General",
    },
  ]);
  const services = await get("services.xml");
  expect(services.headers["content-type"]).toContain("text/xml");
  expect(xml(services.body)).toMatchObject({
    services: { service: { service_code: "pothole", metadata: "false" } },
  });
  const posted = await server.inject({
    method: "POST",
    url: "/open311/v2/requests.xml",
    payload:
      "service_code=pothole&lat=44.78613&long=-93.60149&description=Hole+%26+water" +
      "&email=bob%40people.test&first_name=Bob",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(posted.statusCode, posted.body).toBe(201);
  const number = (
    xml(posted.body) as unknown as { service_requests: { request: { service_request_id: string } } }
  ).service_requests.request.service_request_id;
  expect(number).toMatch(/^SR-\d{4}-\d{5}$/);
  const one = (await get(`requests/${number}.json`)).json() as Record<string, unknown>[];
  expect(one).toMatchObject([
    {
      service_request_id: number,
      status: "open",
      lat: 44.79,
      long: -93.6,
      description: "",
    },
  ]);
  expect(JSON.stringify(one)).not.toMatch(/bob/i);
  expect(xml((await get(`requests.xml?status=open&service_code=pothole`)).body)).toMatchObject({
    service_requests: { request: { service_request_id: number, description: "" } },
  });
  const { id } = await t.database.read(people.manager).one<{ id: string }>(sql`
    select id
    from service_request
    where org_id = ${open.orgId} and number = ${number}
  `);
  await t.database.transaction(people.manager, (tx) =>
    moveRequest(tx, people.manager, "start", { id, version: null, reason: null }),
  );
  expect((await get(`requests/${number}.json`)).json()).toMatchObject([
    { lat: 44.78613, long: -93.60149, description: "Hole & water" },
  ]);
  expect((await get("requests.json?status=closed&service_request_id=SR-9")).json()).toEqual([]);
  expect(await get("requests/SR-0.json")).toMatchObject({ statusCode: 404 });
  const refused = await server.inject({
    method: "POST",
    url: "/open311/v2/requests.json",
    payload: { service_code: "pothole", description: "x" },
  });
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    expect.arrayContaining([expect.objectContaining({ code: 400 })]),
  ]);
});

test("Open311: an address id alone is no place, both states are asked with a comma, and a refusal speaks the asked format", async () => {
  const placeless = await server.inject({
    method: "POST",
    url: "/open311/v2/requests.json",
    payload: { service_code: "pothole", address_id: "171349", description: "Only an id, no place" },
  });
  expect([placeless.statusCode, placeless.json()]).toEqual([
    400,
    [{ code: 400, description: expect.stringContaining("Say where it is with address_string") }],
  ]);
  const get = (path: string) => server.inject({ method: "GET", url: `/open311/v2/${path}` });
  const both = await get("requests.xml?status=open,closed");
  expect(both.statusCode).toBe(200);
  expect(both.headers["content-type"]).toContain("text/xml");
  const refused = await get("requests.xml?status=nonsense");
  expect(refused.statusCode).toBe(400);
  expect(refused.headers["content-type"]).toContain("text/xml");
  expect(refused.body).toContain("<errors>");
  expect(refused.body).toContain("Say open, closed, or both with a comma.");
});
