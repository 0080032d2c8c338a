// MQTT: what is acknowledged is stored; another topic, another key and a revoked one are cut off.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { ownCertificate } from "#server/testing/certificate.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { ShownDeviceKey } from "../device/device.model.ts";
import { openBroker, topicOf } from "./broker.ts";

let t: TestDatabase;
let keeper: Actor;
let broker: Awaited<ReturnType<typeof openBroker>>;
const asking = askingOf(() => t);
const clients: MqttClient[] = [];

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ keeper } = await makeMembers(t.database, agency, { keeper: { duties: ["device_keeper"] } }));
  broker = await openBroker(t.app, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await broker.close();
  await t.drop();
});

let serial = 0;
const enroll = () =>
  asking<ShownDeviceKey>(keeper, "POST /api/v1/devices", {
    ...{ name: `Gauge ${++serial}`, metrics: ["rain"], silentMinutes: 60 },
  });
const enter = (username: string, password: string): MqttClient => {
  const client = connect({
    ...{ host: "127.0.0.1", port: broker.port, username, password },
    ...{ reconnectPeriod: 0, connectTimeout: 5000 },
  });
  client.on("error", () => {});
  clients.push(client);
  return client;
};
const said = <K extends "connect" | "close">(client: MqttClient, event: K): Promise<void> =>
  new Promise((resolve) => client.once(event as "connect", () => resolve()));
const began = Date.now();
const batch = (...seqs: number[]) =>
  JSON.stringify({
    readings: seqs.map((seq) => ({
      ...{ metric: "rain", at: new Date(began - 60_000 * seq).toISOString(), seq, value: 1 },
    })),
  });
const stored = async (id: string) =>
  (
    await t.database.read(keeper).rows<{ seq: number }>(sql`
      select seq
      from device_reading
      where org_id = ${keeper.orgId} and device_id = ${id}
      order by seq
    `)
  ).map(({ seq }) => seq);

test("what is acknowledged is stored, at every quality of service, and once however often it comes", async () => {
  const { deviceId, key } = await enroll();
  const client = enter(deviceId, key);
  await said(client, "connect");
  await client.publishAsync(topicOf(deviceId), batch(1, 2), { qos: 1 });
  expect(await stored(deviceId)).toEqual([1, 2]);
  await client.publishAsync(topicOf(deviceId), batch(2, 3), { qos: 2 });
  expect(await stored(deviceId)).toEqual([1, 2, 3]);
  await client.publishAsync(topicOf(deviceId), batch(4), { qos: 0 });
  await client.publishAsync(topicOf(deviceId), batch(5), { qos: 1 });
  expect(await stored(deviceId)).toEqual([1, 2, 3, 4, 5]);
});

test("a topic of another device, a subscription, and what is no batch close the connection", async () => {
  const [one, other] = [await enroll(), await enroll()];
  const closing = async (act: (client: MqttClient) => void) => {
    const client = enter(one.deviceId, one.key);
    await said(client, "connect");
    const closed = said(client, "close");
    act(client);
    await closed;
  };
  await closing((client) => client.publish(topicOf(other.deviceId), batch(1), { qos: 1 }));
  await closing((client) => client.publish("levee/v1/everything", batch(1), { qos: 0 }));
  await closing((client) => client.subscribe("levee/v1/#", () => {}));
  await closing((client) => client.publish(topicOf(one.deviceId), "no batch", { qos: 1 }));
  expect(await stored(other.deviceId)).toEqual([]);
  expect(await stored(one.deviceId)).toEqual([]);
});

test("another device's key does not come in, and a revoked one is cut off at once", async () => {
  const [one, other] = [await enroll(), await enroll()];
  for (const [user, password] of [
    [one.deviceId, other.key],
    [one.deviceId, "lvd_nonsense"],
  ] as const)
    await said(enter(user, password), "close");
  const client = enter(one.deviceId, one.key);
  await said(client, "connect");
  const closed = said(client, "close");
  await asking(keeper, `POST /api/v1/device-keys/${one.id}/actions/revoke`);
  await closed;
  await said(enter(one.deviceId, one.key), "close");
});

test("a packet that says it is longer than may be closes the connection before it is gathered", async () => {
  // 256 MB, from somebody who did not say who it is.
  const stranger = createConnection({ host: "127.0.0.1", port: broker.port });
  stranger.on("error", () => {});
  stranger.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
  const sent = performance.now();
  await new Promise((resolve) => stranger.once("close", resolve));
  // Whoever says nothing is cut off after ten seconds only.
  expect(performance.now() - sent).toBeLessThan(8_000);
  const { deviceId, key } = await enroll();
  const client = enter(deviceId, key);
  await said(client, "connect");
  const closed = said(client, "close");
  client.publish(topicOf(deviceId), " ".repeat(600_000) + batch(9), { qos: 1 });
  await closed;
  expect(await stored(deviceId)).toEqual([]);
});

test("with a certificate the port speaks TLS alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "levee-mqtt-"));
  const [cert, secret] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(cert, ownCertificate.cert);
  writeFileSync(secret, ownCertificate.key);
  const secure = await openBroker(t.app, { port: 0, host: "127.0.0.1", cert, key: secret });
  const { deviceId, key } = await enroll();
  const at = { host: "127.0.0.1", port: secure.port, username: deviceId, password: key };
  const once = { reconnectPeriod: 0, connectTimeout: 5000 };
  const trusting = { ca: ownCertificate.cert, servername: "source.test" };
  const client = connect({ ...at, ...once, ...trusting, protocol: "mqtts" });
  clients.push(client);
  await said(client, "connect");
  await client.publishAsync(topicOf(deviceId), batch(11), { qos: 1 });
  expect(await stored(deviceId)).toEqual([11]);
  const clear = connect({ ...at, ...once, protocol: "mqtt" });
  clear.on("error", () => {});
  clients.push(clear);
  await said(clear, "close");
  expect(clear.connected).toBe(false);
  client.end(true);
  await secure.close();
  rmSync(folder, { recursive: true });
});
