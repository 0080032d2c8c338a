// Eight devices: a vaccine refrigerator that failed one night and stopped its lots, a rain gauge that fell
// silent, a river that rises, a truck, a pump that feeds its asset's meter.
import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { listFunds, postingDay } from "#areas/budget/budget.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  enterItem,
  enterLocation,
  itemInput,
  locationInput,
  movementInput,
  postMovement,
} from "#areas/inventory/inventory.server.ts";
import { placeByName, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { allSearches } from "#server/area.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { ruleInput } from "../alarm/alarm.model.ts";
import { acknowledgeAlarm } from "../alarm/alarm.service.ts";
import { alarmRules } from "../alarm/rule.service.ts";
import { deviceInput, postInput, type PostInput } from "../device/device.model.ts";
import { enrollDevice } from "../device/device.service.ts";
import { postDevice } from "../device/post.service.ts";
import { follow, judgeAgency } from "../follow.service.ts";
import type { DeviceCaller } from "../key/caller.service.ts";
import { takeReadings } from "../reading/intake.service.ts";
import {
  demoDevices,
  failedNight,
  type ToldDevice,
  type ToldPost,
  type ToldReading,
} from "./devices.data.ts";

type Told = { app: App; now: number; today: Day };

const at = ({ now }: Told, minutesAgo: number): Instant =>
  new Date(now - minutesAgo * 60_000).toISOString() as Instant;

const keeper = (t: Told, minutesAgo = 0): Actor => demoActor("devices", at(t, minutesAgo));

// Vaccines in a cold room of the stores, so that something is stopped when it warms.
const seedColdRoom = async (t: Told): Promise<string | null> => {
  const actor = demoActor("stores");
  return t.app.database.transaction(actor, async (tx) => {
    const [fund] = await listFunds(tx);
    const placeId = await placeByName(tx, "County yard");
    if (!fund || !placeId) return null;
    const room = await enterLocation(
      tx,
      actor,
      locationInput.parse({ code: "COLD", name: "Cold room, vaccines", placeId }),
    );
    const item = await enterItem(
      tx,
      actor,
      itemInput.parse({
        ...{ name: "Tetanus vaccine, 10 doses", unit: "box", costClass: "safety" },
        ...{ tracking: "lot", shelfLifeDays: 540, keeperId: actor.personId },
      }),
    );
    const { reason, ...movement } = movementInput.parse({
      ...{ kind: "adjust", movedOn: await postingDay(tx, addDays(t.today, -40)) },
      reason: "Opening balance, counted by two people.",
      lines: [
        ["TD-5518A", 210, "14", 308_000],
        ["TD-5604C", 330, "6", 135_000],
      ].map(([code, days, quantity, valueCents]) => ({
        ...{ itemId: item.id, toLocationId: room.id, fundId: fund.id, quantity, valueCents },
        lot: { code, expiresOn: addDays(t.today, days as number) },
      })),
    });
    await postMovement(tx, actor, { reason, ...movement, opening: true });
    return room.id;
  });
};

const assetCalled = async (t: Told, tag: string): Promise<string | null> => {
  const source = allSearches().find(({ kind }) => kind === "asset");
  if (!source) return null;
  const actor = demoActor("manager");
  const page = await runList(t.app.database.read(actor), actor, source.list, { q: tag });
  return (page.items[0] as { id: string } | undefined)?.id ?? null;
};

const postOf = async (
  t: Told,
  { kind, called }: ToldPost,
  cold: string | null,
): Promise<PostInput | null> => {
  const fromOn = addDays(t.today, -9);
  const asked = async (): Promise<Record<string, string | null>> => {
    if (kind === "location") return { locationId: cold };
    if (kind === "asset") return { assetId: await assetCalled(t, called) };
    return { placeId: await placeByName(t.app.database.read(keeper(t)), called) };
  };
  const target = await asked();
  return Object.values(target)[0] ? postInput.parse({ fromOn, kind, ...target }) : null;
};

const enroll = async (t: Told, told: ToldDevice, cold: string | null): Promise<DeviceCaller> => {
  const actor = keeper(t, 9 * 24 * 60);
  const post = told.post && (await postOf(t, told.post, cold));
  return t.app.database.transaction(actor, async (tx) => {
    // Nothing is sent after the story: a device whose silence is not told is heard for a month.
    const input = deviceInput.parse({ silentMinutes: 43_200, ...told.device });
    const { deviceId, id } = await enrollDevice(tx, actor, input);
    if (post) await postDevice(tx, actor, deviceId, post);
    return { orgId: actor.orgId!, deviceId, keyId: id };
  });
};

const rowOf = (t: Told, { minutesAgo, metric, value, ...position }: ToldReading) => ({
  ...{ metric, at: at(t, minutesAgo), seq: 0 },
  ...(metric === "position" ? { latitude: value, ...position } : { value }),
});

// As it came in: what was read until then, received then.
const send = async (
  t: Told,
  of: DeviceCaller,
  readings: readonly ToldReading[],
  minutesAgo: number,
): Promise<void> => {
  if (readings.length === 0) return;
  const received = at(t, minutesAgo);
  await takeReadings(
    t.app,
    of,
    readings.map((reading) => rowOf(t, reading)),
    received,
  );
  await follow(t.app, of, received);
};

const publish = async (t: Told, body: object, { draft = false } = {}): Promise<void> => {
  const actor = keeper(t, 9 * 24 * 60);
  await t.app.database.transaction(actor, async (tx) => {
    const made = await alarmRules.draft(tx, actor, ruleInput.parse(body));
    if (!draft) await alarmRules.publish(tx, actor, made.id, made.version);
  });
};

const seedRules = async (t: Told, idOf: (key: string) => string): Promise<void> => {
  await publish(t, {
    ...{ name: "Vaccines too warm", watches: "above", metric: "temperature", bound: 8, clears: 7 },
    ...{ minutes: 30, severity: "urgent", deviceIds: [idOf("fridge")] },
    tells: { duty: "device_keeper", task: true, quarantine: true },
  });
  await publish(t, {
    ...{ name: "River rises", watches: "above", metric: "level", bound: 3, clears: 2.8 },
    ...{ minutes: 60, severity: "high", deviceIds: [idOf("river")] },
  });
  await publish(t, {
    ...{ name: "Rain gauge silent", watches: "silent", minutes: 360, severity: "normal" },
    deviceIds: [idOf("rain")],
  });
  await publish(t, {
    ...{ name: "Truck leaves the county", watches: "outside", severity: "normal" },
    ...{ fence: { center: { latitude: 44.8, longitude: -93.8 }, radius: 40_000 } },
    deviceIds: [idOf("truck")],
  });
  await publish(
    t,
    {
      ...{ name: "Freezer thaws", watches: "above", metric: "temperature", bound: -15 },
      ...{ clears: -17, minutes: 20, severity: "high", deviceIds: [idOf("freezer")] },
    },
    { draft: true },
  );
};

// Somebody sees it in the morning, before it is mended.
const acknowledge = async (t: Told, deviceId: string, minutesAgo: number): Promise<void> => {
  const actor = keeper(t, minutesAgo);
  await t.app.database.transaction(actor, async (tx) => {
    const alarm = await tx.maybe<{ id: string }>(sql`
      select id
      from device_alarm
      where org_id = ${actor.orgId} and device_id = ${deviceId} and status = 'active'
    `);
    if (alarm) await acknowledgeAlarm(tx, actor, { id: alarm.id, version: null, reason: null });
  });
};

/** Tells the devices of Carver County. */
export const seedDevices = async (app: App, log: (line: string) => void): Promise<void> => {
  const { timeZone } = await readOrganization(app.database.read(demoActor("devices")));
  const now = Date.now();
  const t: Told = { app, now, today: dateIn(new Date(now).toISOString() as Instant, timeZone) };
  const cold = await seedColdRoom(t);
  const callers = new Map<string, DeviceCaller>();
  for (const told of demoDevices) callers.set(told.key, await enroll(t, told, cold));
  await seedRules(t, (key) => callers.get(key)!.deviceId);
  for (const { key, readings } of demoDevices) {
    const of = callers.get(key)!;
    const newest = Math.min(...readings.map(({ minutesAgo }) => minutesAgo));
    if (key !== "fridge") {
      await send(t, of, readings, Math.max(1, newest));
      continue;
    }
    const night = failedNight.mended + 60;
    const until = ({ minutesAgo }: ToldReading) => minutesAgo >= night;
    await send(t, of, readings.filter(until), night);
    await acknowledge(t, of.deviceId, failedNight.mended + 20);
    await send(
      t,
      of,
      readings.filter((reading) => !until(reading)),
      Math.max(1, newest),
    );
  }
  await judgeAgency(app, demoActor("devices").orgId!);
  log(`devices: ${demoDevices.length}, one silent, one that failed at night`);
};
