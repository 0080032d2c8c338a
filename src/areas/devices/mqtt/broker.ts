import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { Aedes, type AuthenticateError, type Client } from "aedes";
import type { App } from "#server/app.ts";
import { followDevice } from "../follow.service.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitWrongKeys } from "#areas/identity/identity.server.ts";
import { deviceOfKey, keyIsGood, type DeviceCaller } from "../key/caller.service.ts";
import { whenRevoked } from "../key/revoked.ts";
import { takeReadings } from "../reading/intake.service.ts";
import { batchInput } from "../reading/reading.model.ts";
import { cutOffLongPackets } from "./packet-length.ts";

/** The only topic that a device may publish to. */
export const topicOf = (deviceId: string): string => `levee/v1/${deviceId}/readings`;

/** So many messages of a client wait to be stored before it is turned away. */
const mostWaiting = 200;

type Connected = { caller: DeviceCaller; client: Client; turn: Promise<unknown>; waiting: number };

const refused = (message: string): AuthenticateError =>
  // 5 of MQTT 3.1.1: not authorized.
  Object.assign(new Error(message), { returnCode: 5 }) as AuthenticateError;

const batchOf = (payload: string | Buffer): Record<string, unknown>[] => {
  const read = batchInput.safeParse(JSON.parse(payload.toString()));
  if (!read.success) throw new Error("no batch of readings");
  return read.data.readings;
};

/**
 * Takes readings by MQTT. A message is stored before it is allowed on, and what is allowed is
 * acknowledged: PUBACK and PUBREC follow the commit. Whatever cannot be stored closes the connection, so
 * that the device sends it again.
 */
class Broker {
  readonly #app: App;
  readonly #clients = new Map<Client, Connected>();
  readonly #aedes: Aedes;

  constructor(app: App, aedes: Aedes) {
    this.#app = app;
    this.#aedes = aedes;
    aedes.authenticate = (client, user, password, done) => {
      this.#enter(client, user, password?.toString() ?? "").then(
        () => done(null, true),
        (error: unknown) => done(refused(String(error)), false),
      );
    };
    aedes.authorizePublish = (client, packet, done) => {
      this.#store(client, packet.topic, packet.payload).then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    };
    aedes.authorizeSubscribe = (_client, _subscription, done) =>
      done(new Error("devices subscribe to nothing"));
    aedes.on("clientDisconnect", (client) => void this.#clients.delete(client));
    aedes.on("clientError", (client) => client.close());
    aedes.on("connectionError", (client) => client.close());
  }

  async #enter(client: Client, user: string | undefined, key: string): Promise<void> {
    const caller = await deviceOfKey(this.#app.database, key);
    if (!caller || caller.deviceId !== user) {
      const { remoteAddress = "" } = client.conn as Socket;
      await limitWrongKeys(identityDb(this.#app.database), addressForLimits(remoteAddress));
      throw new Error("no key of this device");
    }
    this.#clients.set(client, { caller, client, turn: Promise.resolve(), waiting: 0 });
  }

  async #store(client: Client | null, topic: string, payload: string | Buffer): Promise<void> {
    const of = client && this.#clients.get(client);
    if (!of || topic !== topicOf(of.caller.deviceId)) throw new Error("a topic of another device");
    if (of.waiting >= mostWaiting) throw new Error("too many messages wait");
    of.waiting += 1;
    // In their order, one of a client at a time: a device cannot fill the intake alone.
    const stored = of.turn.then(async () => {
      const answer = await takeReadings(this.#app, of.caller, batchOf(payload));
      if (answer.stored > 0) followDevice(this.#app, of.caller);
    });
    of.turn = stored.catch(() => {});
    try {
      await stored;
    } finally {
      of.waiting -= 1;
    }
  }

  /** Cuts a device off that has a key revoked; with another key that is good it comes back. */
  cutOff(deviceId: string): void {
    for (const { caller, client } of this.#clients.values())
      if (caller.deviceId === deviceId) client.close();
  }

  /** Cuts off whoever's key was revoked on another instance. */
  async cutOffRevoked(): Promise<void> {
    for (const { caller, client } of this.#clients.values())
      if (!(await keyIsGood(this.#app.database, caller))) client.close();
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#aedes.close(() => resolve()));
  }
}

/** Keys that another instance revoked are looked for this often. Milliseconds. */
const lookEvery = 5000;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Opens a port for MQTT; with a certificate it speaks TLS alone. Gives the port and what closes it. */
export const openBroker = async (
  app: App,
  { port, host, cert, key }: { port: number; host: string; cert?: string; key?: string },
): Promise<{ port: number; close: () => Promise<void> }> => {
  const aedes = await Aedes.createBroker({ connectTimeout: 10_000, maxTopicLevels: 4 });
  const broker = new Broker(app, aedes);
  const handle = (socket: Socket) => {
    aedes.handle(socket);
    cutOffLongPackets(socket);
  };
  const server: Server =
    cert && key
      ? createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) }, handle)
      : createServer(handle);
  const at = await listen(server, port, host);
  const unhear = whenRevoked((deviceId) => broker.cutOff(deviceId));
  const look = setInterval(() => {
    broker.cutOffRevoked().catch((error: unknown) => console.error("keys of devices:", error));
  }, lookEvery).unref();
  return {
    port: at,
    close: async () => {
      clearInterval(look);
      unhear();
      server.close();
      await broker.close();
    },
  };
};

/** Listens where a port is set; nothing listens without one. */
export const beginMqtt = async (app: App): Promise<() => Promise<void>> => {
  const { LEVEE_MQTT_PORT: port, LEVEE_MQTT_CERT: cert, LEVEE_MQTT_KEY: key, HOST } = app.config;
  if (port === undefined) return async () => {};
  const { close } = await openBroker(app, {
    ...{ port, host: HOST },
    ...(cert && key ? { cert, key } : {}),
  });
  return close;
};
