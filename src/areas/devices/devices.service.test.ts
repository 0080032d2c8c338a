// Devices on a real database: what is answered is stored, once; what people and other keys are refused.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import type { DeviceDetail, ShownDeviceKey } from "./device/device.model.ts";
import { makeMonths } from "./reading/months.service.ts";
import type { BatchAnswer } from "./reading/reading.model.ts";
import { forgetReadings } from "./reading/retention.service.ts";
import type { DeviceSeries } from "./reading/series.model.ts";
import { recount } from "./reading/sums.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let s: Stores;
let keeper: Actor;
let clerk: Actor;
const asking = askingOf(() => t);
const [devices, intake] = ["/api/v1/devices", "/api/v1/devices/readings"] as const;

beforeAll(async () => {
  t = await freshDatabase();
  server = await assemble(t.app);
  s = await makeStores(t);
  const people = await makeMembers(t.database, s.agency, {
    gauger: { duties: ["device_keeper"] },
    reader: {},
  });
  [keeper, clerk] = [people.gauger, people.reader];
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

let serial = 0;
const enroll = (over: object = {}, by = keeper) =>
  asking<ShownDeviceKey>(by, `POST ${devices}`, {
    ...{ name: `Refrigerator ${++serial}`, metrics: ["temperature", "battery"], silentMinutes: 30 },
    ...over,
  });
const read = (id: string, by = keeper) => asking<DeviceDetail>(by, `GET ${devices}/${id}`);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const reading = (seq: number, minutes: number, over: object = {}) => ({
  ...{ metric: "temperature", at: ago(minutes), seq, value: 4 + seq / 10 },
  ...over,
});
const send = async (key: string, readings: unknown, url: string = intake) => {
  const answer = await server.inject({
    ...{ method: "POST" as const, url, payload: { readings } as object },
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  return { status: answer.statusCode, body: answer.json<BatchAnswer & { code: string }>() };
};
const stored = (id: string) =>
  t.database.read(keeper).rows<{ seq: number; value: number }>(sql`
    select seq, value
    from device_reading
    where org_id = ${keeper.orgId} and device_id = ${id}
    order by metric, read_at, seq
  `);

test("a device is enrolled with a key that is shown once, heard, and read by everybody of the agency", async () => {
  const { deviceId, key, prefix } = await enroll();
  expect(key.startsWith(`${prefix}_`)).toBe(true);
  const fresh = await read(deviceId, clerk);
  expect(fresh).toMatchObject({ status: "provisioned", heardAt: null, canEdit: false });
  expect(JSON.stringify(fresh)).not.toContain(key);
  const rows = [reading(1, 20), reading(2, 10), reading(3, 5, { metric: "battery", value: 90 })];
  expect(await send(key, rows)).toEqual({
    status: 200,
    body: { stored: 3, repeated: 0, ahead: 0, refused: [] },
  });
  const heard = await read(deviceId);
  expect(heard.status).toBe("active");
  expect(heard.latest.map(({ metric, value }) => [metric, value])).toEqual([
    ["battery", 90],
    ["temperature", 4.2],
  ]);
  expect(heard.keys[0]!.lastUsedAt).not.toBeNull();
});

test("a replayed batch stores nothing twice; another value for the same reading is refused by row", async () => {
  const { deviceId, key } = await enroll();
  const rows = [reading(1, 20), reading(2, 10)];
  await send(key, rows);
  expect((await send(key, rows)).body).toMatchObject({ stored: 0, repeated: 2, refused: [] });
  const both = await send(key, [{ ...rows[0], value: 9 }, reading(3, 5), { metric: "x" }]);
  expect(both).toMatchObject({ status: 200, body: { stored: 1, repeated: 0 } });
  expect(both.body.refused.map(({ row, code }) => [row, code])).toEqual([
    [0, "other_value"],
    [2, "unknown_metric"],
  ]);
  expect((await stored(deviceId)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  // The same batch from many sides at once.
  const many = [reading(7, 3), reading(8, 2)];
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, many)));
  expect(answers.reduce((sum, { body }) => sum + body.stored, 0)).toBe(2);
  expect((await stored(deviceId)).length).toBe(5);
});

test("what is of the future is kept and triggers nothing; what is late keeps both times", async () => {
  const { deviceId, key } = await enroll();
  const ahead = await send(key, [reading(1, -600)]);
  expect(ahead.body).toMatchObject({ stored: 1, ahead: 1 });
  expect(await read(deviceId)).toMatchObject({ status: "provisioned", latest: [] });
  await send(key, [reading(2, 5)]);
  await send(key, [reading(3, 3 * 24 * 60)]);
  const { latest, status } = await read(deviceId);
  expect(status).toBe("active");
  expect(latest).toMatchObject([{ value: 4.2 }]);
  const late = await t.database.read(keeper).one<{ days: number }>(sql`
    select (extract(epoch from received_at - read_at) / 86400)::int as days
    from device_reading
    where org_id = ${keeper.orgId} and device_id = ${deviceId} and seq = 3
  `);
  expect(late.days).toBe(3);
});

test("a key opens the intake of its own device alone, is doubled, and revoked opens nothing", async () => {
  const { deviceId, key, id } = await enroll();
  const elsewhere = await server.inject({
    ...{ url: `${devices}/${deviceId}`, headers: { authorization: `Bearer ${key}` } },
  });
  expect(elsewhere.statusCode).toBe(403);
  expect(elsewhere.json()).toMatchObject({
    code: "device_key_elsewhere",
    detail: "The key of a device opens the intake of its own readings, and nothing else.",
  });
  expect((await send(key, [reading(1, 1)], `${intake}?key=${key}`)).body.code).toBe(
    "key_in_address",
  );
  const second = await asking<ShownDeviceKey>(keeper, `POST ${devices}/${deviceId}/keys`);
  expect(await refusalOf(asking(keeper, `POST ${devices}/${deviceId}/keys`))).toBe(
    "two_keys: Two keys are good already. Revoke the one that is not used first.",
  );
  await asking(keeper, `POST /api/v1/device-keys/${id}/actions/revoke`);
  const refused = await send(key, [reading(1, 1)]);
  expect(refused).toMatchObject({ status: 401, body: { code: "device_key_ended" } });
  expect((await send(second.key, [reading(1, 1)])).status).toBe(200);
  expect((await send("lvd_nonsense", [reading(1, 1)])).status).toBe(401);
  const person = await server.inject({ method: "POST", url: intake, payload: { readings: [{}] } });
  expect(person.statusCode).toBe(401);
});

test("a retired device has no key and sends nothing; lower rights and another agency change nothing", async () => {
  const { deviceId, key } = await enroll();
  for (const work of [
    enroll({}, clerk),
    asking(clerk, `POST ${devices}/${deviceId}/keys`),
    asking(clerk, `POST ${devices}/${deviceId}/actions/retire`, { reason: "Broken" }),
  ])
    expect(await refusalOf(work)).toContain("not allow");
  const { stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { duties: ["device_keeper"] },
  });
  expect(await refusalOf(read(deviceId, stranger))).toMatch(/^not_found/);
  expect(await refusalOf(asking(stranger, `POST ${devices}/${deviceId}/keys`))).toMatch(
    /^not_found/,
  );
  await asking(keeper, `POST ${devices}/${deviceId}/actions/retire`, { reason: "Broken" }, 1);
  expect((await send(key, [reading(1, 1)])).status).toBe(401);
  expect(await refusalOf(asking(keeper, `POST ${devices}/${deviceId}/keys`))).toBe(
    "device_retired: It is retired: it gets no key any more.",
  );
  expect(
    await refusalOf(
      asking(keeper, `POST ${devices}/${deviceId}/posts`, { fromOn: agencyDay(), kind: "nothing" }),
    ),
  ).toBe("device_retired: It is retired: it belongs to nothing any more.");
});

test("a device belongs to something from a day on, and what it belonged to stays", async () => {
  const { deviceId } = await enroll();
  const post = (body: object) => asking(keeper, `POST ${devices}/${deviceId}/posts`, body);
  await post({ fromOn: agencyDay(-5), kind: "location", locationId: s.bay });
  await post({ fromOn: agencyDay(-2), kind: "nothing" });
  await post({ fromOn: agencyDay(-1), kind: "location", locationId: s.shelf });
  const { posts } = await read(deviceId);
  expect(posts.map(({ kind, now }) => [kind, now])).toEqual([
    ["location", true],
    ["nothing", false],
    ["location", false],
  ]);
  expect(posts[0]!.label).toContain("Bay");
  for (const [body, told] of [
    [{ fromOn: agencyDay(1), kind: "nothing" }, "day_to_come: Say it on the day"],
    [{ fromOn: agencyDay(), kind: "place" }, "Choose the place."],
    [{ fromOn: agencyDay(), kind: "asset" }, "Choose the asset."],
    [{ fromOn: agencyDay(), kind: "shipment" }, "Choose the shipment."],
    [{ fromOn: agencyDay(), kind: "location" }, "Choose the location."],
    [
      { fromOn: agencyDay(), kind: "asset", assetId: s.bay },
      "There is no such asset. Choose one of the list.",
    ],
    [
      { fromOn: agencyDay(), kind: "location", locationId: deviceId },
      "There is no such location. Choose one of the list.",
    ],
  ] as const)
    expect(await refusalOf(post(body))).toContain(told);
});

test("sums are counted by minute, hour and day, and a late reading corrects them", async () => {
  const { deviceId, key } = await enroll();
  const noon = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
  const at = (minute: number) => new Date(noon + minute * 60_000).toISOString();
  const of = (seq: number, minute: number, value: number) =>
    reading(seq, 0, { at: at(minute), value });
  await send(key, [of(1, 0, 4), of(2, 0.5, 6), of(3, 90, 8)]);
  const count = () => recount(t.app, { orgId: keeper.orgId!, timeZone: "America/Chicago" });
  await count();
  const hours = () =>
    asking<DeviceSeries>(keeper, `GET ${devices}/${deviceId}/series?metric=temperature&span=week`);
  const first = await hours();
  expect(first).toMatchObject({ unit: "°C", roll: "hour", gaps: 0 });
  expect(first.points.map(({ mean, low, high }) => [mean, low, high])).toEqual([
    [5, 4, 6],
    [8, 8, 8],
  ]);
  await send(key, [of(4, 30, 11)]);
  await count();
  expect((await hours()).points[0]).toMatchObject({ mean: 7, low: 4, high: 11 });
  const minutes = await asking<DeviceSeries>(
    keeper,
    `GET ${devices}/${deviceId}/series?metric=temperature&span=day`,
  );
  expect(minutes.points.filter(({ mean }) => mean !== null).map(({ mean }) => mean)).toEqual([
    5, 11, 8,
  ]);
  expect(minutes.gaps).toBe(1);
  const single = await asking<DeviceSeries>(
    keeper,
    `GET ${devices}/${deviceId}/series?metric=temperature&span=hours`,
  );
  expect(single.roll).toBe("reading");
});

test("months are secured as every table of agencies, and go when nobody has a row in them", async () => {
  await makeMonths(t.app);
  const { deviceId, key } = await enroll();
  const old = new Date(Date.UTC(new Date().getUTCFullYear() - 2, 0, 15)).toISOString();
  expect((await send(key, [reading(1, 0, { at: old })])).body.stored).toBe(1);
  const months = () =>
    t.database.read(keeper).rows<{ name: string; safe: boolean }>(sql`
      select
        c.relname as name,
        c.relrowsecurity and c.relforcerowsecurity and exists (
          select
          from pg_policy p
          where p.polrelid = c.oid
        ) as safe
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'device_reading'::regclass
      order by 1
    `);
  const name = `device_reading_${old.slice(0, 7).replace("-", "_")}`;
  const before = await months();
  expect(before.map((month) => month.name)).toContain(name);
  expect(before.every(({ safe }) => safe)).toBe(true);
  await forgetReadings(t.app, keeper.orgId!);
  expect((await months()).map((month) => month.name)).toContain(name);
  await t.database.transaction(keeper, (tx) =>
    addRule(tx, keeper, {
      ...{ key: "deviceReadings", label: "Readings are kept", citation: "Agency policy" },
      ...{ text: "Readings are kept for three months.", parameters: { months: 3 } },
      ...{ effectiveFrom: agencyDay(-1), effectiveTo: null, source: "Resolution", verified: true },
      jurisdiction: "local",
    }),
  );
  await forgetReadings(t.app, keeper.orgId!);
  expect((await months()).map((month) => month.name)).not.toContain(name);
  expect(await stored(deviceId)).toEqual([]);
  expect((await send(key, [reading(1, 0, { at: old })])).body.refused[0]!.code).toBe("too_old");
});
