// What a device belongs to: a shipment that is held up by what was measured on its way, an asset whose meter is fed.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { announceInStory } from "#areas/procurement/procurement.server.ts";
import type { DeviceDetail, ShownDeviceKey } from "../device/device.model.ts";
import { follow } from "../follow.service.ts";
import { deviceOfKey } from "../key/caller.service.ts";
import { takeReadings } from "../reading/intake.service.ts";
import type { AlarmDetail, AlarmRow, RuleRow } from "./alarm.model.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<
  "gauger" | "keeper" | "boss" | "buyer" | "receiver" | "admin" | "manager",
  Actor
>;
const asking = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    gauger: { duties: ["device_keeper"] },
    keeper: { duties: ["asset_manager"] },
    boss: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    admin: { role: "admin" },
    manager: { role: "manager" },
  });
});
afterAll(() => t.drop());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
let serial = 0;
const enroll = async (post: object) => {
  const { deviceId, key } = await asking<ShownDeviceKey>(people.gauger, "POST /api/v1/devices", {
    ...{ name: `Device ${++serial}`, metrics: ["temperature", "hours"], silentMinutes: 60 },
  });
  await asking(people.gauger, `POST /api/v1/devices/${deviceId}/posts`, {
    fromOn: agencyDay(-1),
    ...post,
  });
  return { id: deviceId, caller: (await deviceOfKey(t.database, key))! };
};
type Device = Awaited<ReturnType<typeof enroll>>;
let seq = 0;
const send = async ({ caller }: Device, metric: string, ...values: [number, number][]) => {
  await takeReadings(
    t.app,
    caller,
    values.map(([minutes, value]) => ({ metric, at: ago(minutes), seq: ++seq, value })),
  );
  await follow(t.app, caller);
};
const read = ({ id }: Device) => asking<DeviceDetail>(people.gauger, `GET /api/v1/devices/${id}`);

const announced = async (): Promise<string> => {
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  const vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const order = await issuedOrder(t.database, people, {
    vendorId,
    departmentId: agency.departmentId,
    lines: [{ quantity: "10", unitPrice: "5", splits: [{ accountStringId }] }],
  });
  return t.database.transaction(people.buyer, (tx) =>
    announceInStory(
      tx,
      {
        ...{ id: order.id, vendorId, vendor: "Vendor", year: 2027, status: "issued" },
        ...{ receiptId: null, orderedOn: agencyDay(-20), receivedOn: null, lines: [] },
      },
      {
        ...{ carrier: "UPS", tracking: `T-${newId()}`, shippedOn: agencyDay(-1) },
        ...{ expectedOn: agencyDay(1), packages: 1 },
        lines: [{ lineId: order.lines[0]!.id, quantity: "10" }],
      },
    ),
  );
};

test("a logger that goes with a shipment marks it as held up, once", async () => {
  const shipmentId = await announced();
  const logger = await enroll({ kind: "shipment", shipmentId });
  const draft = await asking<RuleRow>(people.gauger, "POST /api/v1/device-alarm-rules", {
    ...{ name: "Vaccine too warm", watches: "above", metric: "temperature", bound: 8 },
    ...{ deviceIds: [logger.id], tells: { shipment: true } },
  });
  const publish = `POST /api/v1/device-alarm-rules/${draft.id}/actions/publish`;
  await asking(people.gauger, publish, {}, draft.version);
  await send(logger, "temperature", [30, 5], [20, 11], [10, 12]);
  const shipment = await asking<{
    number: string;
    status: string;
    events: { kind: string; source: string; place: string }[];
  }>(people.buyer, `GET /api/v1/ship-notices/${shipmentId}`);
  expect(shipment).toMatchObject({
    status: "exception",
    events: [
      { kind: "exception", source: "program", place: expect.stringContaining("above 8 °C") },
    ],
  });
  const { items } = await asking<{ items: AlarmRow[] }>(
    people.gauger,
    `GET /api/v1/device-alarms?deviceId=${logger.id}`,
  );
  const alarm = await asking<AlarmDetail>(
    people.gauger,
    `GET /api/v1/device-alarms/${items[0]!.id}`,
  );
  expect(alarm.caused).toMatchObject([
    { text: `Shipment ${shipment.number} is marked`, type: "shipNotice", id: shipmentId },
    { text: "1 person told" },
  ]);
});

test("an hour meter is fed by its device, an hour at most, and says why it did not take a reading", async () => {
  const { id: classId } = await asking<{ id: string }>(
    people.keeper,
    "POST /api/v1/asset-classes",
    { code: "PUMP", name: "Pump", conditionScale: "one_to_five", lifeMonths: 120 },
  );
  const { id: assetId } = await asking<{ id: string }>(people.keeper, "POST /api/v1/assets", {
    ...{ name: "Pump of the flood", classId, departmentId: agency.departmentId },
    ...{ tag: "T-901", location: "Yard", costCents: 40_000_00 },
  });
  const { version } = await asking<{ version: number }>(
    people.keeper,
    `GET /api/v1/assets/${assetId}`,
  );
  await asking(people.keeper, `POST /api/v1/assets/${assetId}/actions/putInService`, {}, version);
  const counter = await enroll({ kind: "asset", assetId });
  await send(counter, "hours", [150, 100.004], [140, 100.5], [20, 102]);
  const meters = async () =>
    (
      await asking<{ items: { kind: string; value: string }[] }>(
        people.keeper,
        `GET /api/v1/assets/${assetId}/meters`,
      )
    ).items;
  expect(await meters()).toMatchObject([{ kind: "hours", value: "102" }]);
  await send(counter, "hours", [5, 103]);
  expect(await meters()).toMatchObject([{ kind: "hours", value: "102" }]);
  const fallen = await enroll({ kind: "asset", assetId });
  await send(fallen, "hours", [1, 7]);
  expect((await read(fallen)).latest).toMatchObject([
    { metric: "hours", refused: expect.stringContaining("The meter showed 102 before.") },
  ]);
  expect(await meters()).toMatchObject([{ kind: "hours", value: "102" }]);
});
