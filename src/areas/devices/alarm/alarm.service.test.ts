// A refrigerator that warms: its alarm, the lots that it stops, who is told, and how it is over.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import type { DeviceDetail, ShownDeviceKey } from "../device/device.model.ts";
import { follow, judgeAgency } from "../follow.service.ts";
import { deviceOfKey } from "../key/caller.service.ts";
import { takeReadings } from "../reading/intake.service.ts";
import type { AlarmDetail, AlarmRow, RuleRow, RuleTrial } from "./alarm.model.ts";

let t: TestDatabase;
let s: Stores;
let keeper: Actor;
let reader: Actor;
const asking = askingOf(() => t);
const [alarms, rules] = ["/api/v1/device-alarms", "/api/v1/device-alarm-rules"] as const;
type List = { items: AlarmRow[] };

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  ({ gauger: keeper, reader } = await makeMembers(t.database, s.agency, {
    gauger: { duties: ["device_keeper"] },
    reader: {},
  }));
});
afterAll(() => t.drop());

let serial = 0;
const enroll = async (over: object = {}) => {
  const { deviceId, key } = await asking<ShownDeviceKey>(keeper, "POST /api/v1/devices", {
    ...{ name: `Device ${++serial}`, metrics: ["temperature", "position", "hours"] },
    ...{ silentMinutes: 60, ...over },
  });
  const caller = (await deviceOfKey(t.database, key))!;
  return { id: deviceId, caller };
};
type Device = Awaited<ReturnType<typeof enroll>>;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const send = async ({ caller }: Device, readings: object[]) => {
  const answer = await takeReadings(t.app, caller, readings as Record<string, unknown>[]);
  await follow(t.app, caller);
  return answer;
};
let seq = 0;
const warmth = (minutes: number, value: number) => ({
  ...{ metric: "temperature", at: ago(minutes), seq: ++seq, value },
});
const publish = async (body: object): Promise<RuleRow> => {
  const draft = await asking<RuleRow>(keeper, `POST ${rules}`, {
    ...{ name: `Rule ${++serial}`, watches: "above", metric: "temperature", bound: 8, clears: 7 },
    ...body,
  });
  return asking<RuleRow>(keeper, `POST ${rules}/${draft.id}/actions/publish`, {}, draft.version);
};
const retire = (rule: RuleRow) =>
  asking(keeper, `POST ${rules}/${rule.id}/actions/retire`, {}, rule.version);
const alarmsOf = async ({ id }: Device): Promise<AlarmRow[]> =>
  (await asking<List>(keeper, `GET ${alarms}?deviceId=${id}&sort=beganAt`)).items;
const read = (id: string) => asking<AlarmDetail>(keeper, `GET ${alarms}/${id}`);
const noticesOf = (actor: Actor) =>
  t.database.read(actor).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${actor.orgId} and person_id = ${actor.personId} and kind = 'device.alarm'
  `);

test("a refrigerator warms: alarm, lots stopped, issue refused, acknowledged, cleared by what was read", async () => {
  const fridge = await enroll();
  await asking(keeper, `POST /api/v1/devices/${fridge.id}/posts`, {
    ...{ fromOn: agencyDay(-3), kind: "location", locationId: s.bay },
  });
  const itemId = await s.item({ tracking: "lot", name: "Vaccine" });
  const lot = await asking<{ id: string }>(s.people.keeper, "POST /api/v1/stock-lots", {
    ...{ itemId, code: "V-1", expiresOn: agencyDay(90) },
  });
  await s.found(itemId, "10", 10_000, { lotId: lot.id });
  const rule = await publish({
    ...{ minutes: 30, severity: "urgent" },
    tells: { duty: "device_keeper", task: true, work: true, quarantine: true, shipment: true },
  });
  await send(fridge, [warmth(120, 5), warmth(90, 9), warmth(75, 9.5)]);
  expect(await alarmsOf(fridge)).toEqual([]);
  await send(fridge, [warmth(55, 9.7), warmth(50, 10)]);
  const [row, ...more] = await alarmsOf(fridge);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    ...{ status: "active", severity: "urgent", muted: false },
    title: "Temperature 9.7 °C, above 8 °C for 30 minutes",
  });
  const { caused } = await read(row!.id);
  expect(caused.map(({ text }) => text)).toEqual([
    "Lot V-1 of Vaccine in quarantine",
    "No shipment marked: it goes with none",
    expect.stringMatching(/^Work was asked for: WO-/),
    "A task was given",
    "1 person told",
  ]);
  expect((await noticesOf(keeper)).length).toBe(1);
  expect(await refusalOf(s.issue(itemId, "1"))).toMatch(/^not_enough/);
  expect(
    await refusalOf(asking(reader, `POST ${alarms}/${row!.id}/actions/acknowledge`)),
  ).toContain("not allow");
  await asking(keeper, `POST ${alarms}/${row!.id}/actions/acknowledge`, {}, row!.version);
  expect(await read(row!.id)).toMatchObject({
    status: "acknowledged",
    acknowledgedBy: keeper.name,
  });
  // Between where it is over and the limit it stays.
  await send(fridge, [warmth(30, 7.5)]);
  expect((await read(row!.id)).status).toBe("acknowledged");
  await send(fridge, [warmth(20, 6.5)]);
  expect(await read(row!.id)).toMatchObject({
    status: "cleared",
    statusReason: expect.any(String),
  });
  await retire(rule);
});

test("late readings from before what was judged trigger nothing, nor does what was of the future", async () => {
  const device = await enroll();
  const rule = await publish({ minutes: 0, deviceIds: [device.id] });
  await send(device, [warmth(30, 5)]);
  await send(device, [warmth(60, 20), warmth(-30, 20)]);
  expect(await alarmsOf(device)).toEqual([]);
  await send(device, [warmth(10, 20)]);
  expect((await alarmsOf(device)).length).toBe(1);
  // The rule goes: so does its alarm.
  await retire(rule);
  await judgeAgency(t.app, keeper.orgId!);
  expect((await alarmsOf(device))[0]!.status).toBe("cleared");
});

test("a storm is held back at the last alarm; a muted device tells nobody", async () => {
  const device = await enroll();
  const rule = await publish({ deviceIds: [device.id], hourly: 2 });
  const before = (await noticesOf(keeper)).length;
  await send(
    device,
    [9, 5, 9, 5, 9, 5, 9, 5].map((value, n) => warmth(40 - n, value)),
  );
  const raised = await alarmsOf(device);
  expect(raised.map(({ status, heldBack }) => [status, heldBack])).toEqual([
    ["cleared", 0],
    ["cleared", 2],
  ]);
  expect((await noticesOf(keeper)).length).toBe(before + 2);
  await retire(rule);
  const quiet = await enroll();
  const second = await publish({ deviceIds: [quiet.id] });
  await asking(keeper, `POST /api/v1/devices/${quiet.id}/actions/mute`, {
    minutes: 30,
    why: "Defrost",
  });
  await send(quiet, [warmth(5, 9)]);
  expect(await alarmsOf(quiet)).toMatchObject([{ muted: true, status: "active" }]);
  expect((await noticesOf(keeper)).length).toBe(before + 2);
  const shown = await asking<DeviceDetail>(keeper, `GET /api/v1/devices/${quiet.id}`);
  expect(shown).toMatchObject({ mutedWhy: "Defrost" });
  await retire(second);
});

test("silence is heard by the clock: the device turns silent, alarms, and is over when it is heard", async () => {
  const device = await enroll({ silentMinutes: 30 });
  const rule = await publish({
    ...{ watches: "silent", metric: "", bound: null, clears: null, minutes: 45 },
    deviceIds: [device.id],
  });
  await send(device, [warmth(1, 5)]);
  await judgeAgency(t.app, keeper.orgId!);
  expect(await alarmsOf(device)).toEqual([]);
  await t.database.transaction(keeper, (tx) =>
    tx.rows(sql`
      update device_latest
      set received_at = received_at - interval '50 minutes'
      where org_id = ${keeper.orgId} and device_id = ${device.id}
    `),
  );
  await judgeAgency(t.app, keeper.orgId!);
  await judgeAgency(t.app, keeper.orgId!);
  expect(await alarmsOf(device)).toMatchObject([
    { status: "active", title: expect.stringMatching(/^No reading for 5\d minutes$/) },
  ]);
  const silent = await asking<DeviceDetail>(keeper, `GET /api/v1/devices/${device.id}`);
  expect(silent.status).toBe("stale");
  await send(device, [warmth(0, 5)]);
  expect((await alarmsOf(device))[0]!.status).toBe("cleared");
  expect(await asking(keeper, `GET /api/v1/devices/${device.id}`)).toMatchObject({
    status: "active",
  });
  await retire(rule);
});

test("a rule is tried on what was read before it is published, and publishing names what it lacks", async () => {
  const device = await enroll();
  await send(device, [warmth(50, 9), warmth(40, 9), warmth(30, 5), warmth(20, 9)]);
  const draft = await asking<RuleRow>(keeper, `POST ${rules}`, {
    ...{ name: "Warm", watches: "above", metric: "temperature", bound: 8, minutes: 10 },
    deviceIds: [device.id],
  });
  const trial = await asking<RuleTrial>(keeper, `GET ${rules}/${draft.id}/trial`);
  expect(trial).toMatchObject({ days: 30, readings: 4, unknown: 0 });
  expect(trial.alarms.length).toBe(1);
  expect(await alarmsOf(device)).toEqual([]);
  const wrong = async (body: object) => {
    const { id, version } = await asking<RuleRow>(keeper, `POST ${rules}`, {
      ...{ name: "Wrong", watches: "above", metric: "temperature", ...body },
    });
    return refusalOf(asking(keeper, `POST ${rules}/${id}/actions/publish`, {}, version));
  };
  expect(await wrong({})).toContain("A limit has its metric and its value.");
  expect(await wrong({ bound: 8, clears: 9 })).toContain(
    "It is over on the good side of the limit.",
  );
  expect(await wrong({ watches: "silent" })).toContain("Silence has its minutes.");
  expect(await wrong({ watches: "outside" })).toContain("A fence has its center and its radius.");
  expect(await wrong({ bound: 8, deviceIds: [draft.id] })).toContain(
    "Every device that it names is in use.",
  );
  expect(await wrong({ bound: 8, tells: { duty: "king" } })).toContain(
    "Whom it tells is a duty of the agency.",
  );
  expect(await wrong({ bound: 8, tells: { duty: "", task: true } })).toContain(
    "A task is given to somebody of a duty.",
  );
  expect(await refusalOf(asking(reader, `POST ${rules}`, { ...draft }))).toContain("not allow");
});
