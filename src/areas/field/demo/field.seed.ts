// The flood's crew on a day without a line: two devices, a request that two people closed, a number that
// came late, and a phone that was lost.
import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { freshBytes } from "#server/random.ts";
import { quietly } from "#server/quiet.ts";
import { businessNow } from "#server/clock.ts";
import type { CapturesAnswer, CapturesInput } from "../capture/capture.model.ts";
import { captureBytes, firstBefore, type CaptureEnvelope } from "../capture/envelope.ts";
import { takeCaptures } from "../capture/intake.service.ts";
import { hashOf } from "../capture/signature.ts";
import { deviceInput } from "../device/device.model.ts";
import { revokeDevice, storeDevice } from "../device/device.service.ts";
import { packFor, servePacket } from "../packet/packet.service.ts";
import { crewDamage, crewReports } from "./field.data.ts";

type Told = { app: App; now: number };
type Sent = { envelope: CaptureEnvelope; signature: string };
type Given = Partial<CaptureEnvelope> & Pick<CaptureEnvelope, "kind" | "values">;
type Carried = { id: string; who: string; key: KeyObject; store: Sent[] };

const at = ({ now }: Told, minutesAgo: number): string =>
  new Date(now - minutesAgo * 60_000).toISOString();

const enrolled = async (t: Told, who: string, name: string, platform: string): Promise<Carried> => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { kty, crv, x, y } = publicKey.export({ format: "jwk" });
  const actor = demoActor(who, at(t, 1800));
  const id = newId();
  const input = deviceInput.parse({
    ...{ id, name, platform, appVersion: "1", publicKey: { kty, crv, x, y } },
    storeKey: freshBytes(32).toString("base64url"),
  });
  await t.app.database.transaction(actor, (tx) => storeDevice(tx, actor, input));
  await servePacket(t.app, actor, { device: id });
  return { id, who, key: privateKey, store: [] };
};

const capture = (t: Told, device: Carried, minutes: number, given: Given): void => {
  const last = device.store.at(-1);
  const envelope: CaptureEnvelope = {
    ...{ form: 1, device: device.id, number: device.store.length + 1, record: null, seen: {} },
    ...{ at: at(t, minutes), offset: 0, packet: null, place: null, withoutPlace: null, photos: [] },
    before: last ? hashOf(last.envelope) : firstBefore,
    ...given,
  };
  const signature = sign("sha256", captureBytes(envelope), {
    ...{ key: device.key, dsaEncoding: "ieee-p1363" },
  }).toString("base64url");
  device.store.push({ envelope, signature });
};

const send = (
  t: Told,
  device: Carried,
  minutes: number,
  captures: readonly Sent[],
): Promise<CapturesAnswer> =>
  takeCaptures(t.app, demoActor(device.who, at(t, minutes)), device.id, {
    ...{ captures: [...captures], highest: device.store.length, appVersion: "1" },
    deviceNow: at(t, minutes),
  } as CapturesInput);

const placeOf = (t: Told, minutes: number, on: { latitude: number; longitude: number }) => ({
  ...{ latitude: on.latitude, longitude: on.longitude, accuracy: 9, at: at(t, minutes) },
});

// Reports of the day, sent at noon where there was a line again.
const reported = async (t: Told, phone: Carried): Promise<readonly string[]> => {
  for (const { minutes, latitude, longitude, ...values } of crewReports)
    capture(t, phone, minutes, {
      ...{ kind: "service_request", values: { ...values } },
      place: placeOf(t, minutes, { latitude, longitude }),
    });
  const { results } = await send(t, phone, 1320, phone.store);
  return results.filter(({ state }) => state === "applied").map(({ message }) => message);
};

const requestOf = async (t: Told, actor: Actor, number: string) => {
  const { packed } = await packFor(t.app.database.read(actor), actor);
  return packed
    .map(({ item }) => item)
    .find((item) => item.kind === "service_request_step" && item.data["number"] === number);
};

const step = (
  t: Told,
  device: Carried,
  minutes: number,
  { id, version, status }: { id: string; version: number; status: string },
  values: Record<string, unknown>,
) =>
  capture(t, device, minutes, {
    ...{ kind: "service_request_step", record: { id, version }, seen: { status }, values },
    withoutPlace: "unavailable",
  });

// Two people close the same request: whoever sends first is applied, the other goes to review.
const closedTwice = async (t: Told, phone: Carried, tablet: Carried, number: string) => {
  const request = await requestOf(t, demoActor(phone.who, at(t, 1310)), number);
  if (!request) return;
  const seen = (status: string) => ({ id: request.id, version: request.version, status });
  step(t, phone, 1280, seen("received"), { action: "start", reason: "" });
  await send(t, phone, 1270, phone.store.slice(-1));
  step(t, phone, 1200, seen("in_progress"), {
    ...{ action: "close", reason: "The dock is lifted out and the culvert runs free." },
  });
  step(t, tablet, 1210, seen("in_progress"), {
    ...{ action: "close", reason: "Water is down; the crew took the trees out." },
  });
  await send(t, tablet, 1140, tablet.store.slice(-1));
  await send(t, phone, 1100, phone.store.slice(-1));
};

// Number 2 was told at noon and came in the evening.
const damaged = async (t: Told, tablet: Carried) => {
  const actor = demoActor(tablet.who, at(t, 1500));
  const { packed } = await packFor(t.app.database.read(actor), actor);
  const declaration = packed.find(({ item }) => item.kind === "damage")?.item;
  if (!declaration) return;
  for (const { minutes, latitude, longitude, ...values } of crewDamage)
    capture(t, tablet, minutes, {
      kind: "damage",
      values: {
        ...{ ...values, declarationId: declaration.id },
        occurredOn: declaration.data["periodFrom"],
      },
      place: placeOf(t, minutes, { latitude, longitude }),
    });
  const [first, , third] = tablet.store;
  await send(t, tablet, 1330, [first!, third!]);
  await send(t, tablet, 1150, tablet.store);
};

const lost = async (t: Told) => {
  const phone = await enrolled(t, "inspector", "Ivan's phone", "Android 16, Chrome");
  for (const minutes of [1440, 1430])
    capture(t, phone, minutes, {
      ...{ kind: "service_request", withoutPlace: "refused" },
      values: {
        ...{ serviceCode: "road-flooded", description: "Water over the road at the mill." },
        address: "Mill Street",
      },
    });
  await send(t, phone, 1400, []);
  await revokeDevice(t.app, demoActor("admin", at(t, 900)), {
    ...{ id: phone.id, version: null, reason: "Lost in the river near the mill." },
  });
};

/** The field's chapter of the demo. */
export const seedField = (app: App, log: (line: string) => void): Promise<void> =>
  quietly("the demo story", async () => {
    const t = { app, now: businessNow({ orgId: null, personId: null }).getTime() };
    const phone = await enrolled(t, "receiver", "Yard phone", "Android 16, Chrome");
    const tablet = await enrolled(t, "manager", "Truck tablet", "iPad, Safari");
    await damaged(t, tablet);
    const numbers = await reported(t, phone);
    if (numbers[1]) await closedTwice(t, phone, tablet, numbers[1]);
    await lost(t);
    log("Field: two devices of the flood's crew, a day of captures, and a phone that was lost");
  });
