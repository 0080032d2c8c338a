// Ten thousand readings over HTTP and MQTT while the server is killed again and again, every second time
// with its database: what was acknowledged is stored, and nothing stands twice.
import { existsSync } from "node:fs";
import { connect } from "mqtt";
import pg from "pg";
import { expect, test } from "vitest";
import { freePort, Victim } from "../bench/parts/crashing.ts";
import { agencyOfDevices, readingsOf, type BenchDevice } from "../bench/parts/telemetry.ts";

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const [each, batch, kills] = [2500, 50, 4];

const withOwner = async <T>(
  victim: Victim,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: victim.postmaster().url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

type Sent = { acknowledged: string[]; repeated: number };
const batches = () => {
  const all = readingsOf(each, 0);
  return Array.from({ length: each / batch }, (_, n) => all.slice(n * batch, (n + 1) * batch));
};
const nameOf = ({ deviceId }: BenchDevice, { at, seq }: { at: string; seq: number }) =>
  `${deviceId} ${Date.parse(at)} ${seq}`;

/** Sends each batch until it is answered, as a device does that keeps what was not. */
const overHttp = async (port: number, device: BenchDevice): Promise<Sent> => {
  const sent: Sent = { acknowledged: [], repeated: 0 };
  for (const readings of batches()) {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/devices/readings`, {
        method: "POST",
        body: JSON.stringify({ readings }),
        headers: { authorization: `Bearer ${device.key}`, "content-type": "application/json" },
        signal: AbortSignal.timeout(5000),
      }).catch(() => null);
      if (answer?.ok) {
        sent.repeated += ((await answer.json()) as { repeated: number }).repeated;
        break;
      }
      if (tries > 4000) throw new Error(`never answered: ${answer?.status}`);
      await pause(150);
    }
    sent.acknowledged.push(...readings.map((reading) => nameOf(device, reading)));
    await pause(90);
  }
  return sent;
};

/** The client keeps what is not acknowledged and sends it again when it is connected anew. */
const overMqtt = async (port: number, device: BenchDevice): Promise<Sent> => {
  const client = connect({
    ...{ host: "127.0.0.1", port, username: device.deviceId, password: device.key },
    ...{ reconnectPeriod: 200, connectTimeout: 5000, clientId: device.deviceId, clean: false },
  });
  client.on("error", () => {});
  const sent: Sent = { acknowledged: [], repeated: 0 };
  for (const readings of batches()) {
    await client.publishAsync(
      `levee/v1/${device.deviceId}/readings`,
      JSON.stringify({ readings }),
      { qos: 1 },
    );
    sent.acknowledged.push(...readings.map((reading) => nameOf(device, reading)));
    await pause(90);
  }
  client.end(true);
  return sent;
};

/** Kills and starts again while readings come; gives how often. */
const killing = async (victim: Victim, done: () => boolean): Promise<number> => {
  let made = 0;
  while (made < kills) {
    await pause(700 + 200 * made);
    if (done()) break;
    await victim.kill(made % 2 === 1);
    made += 1;
    await victim.start();
  }
  return made;
};

const storedNames = (victim: Victim): Promise<string[]> =>
  withOwner(victim, async (client) => {
    // As its owner: row security shows a table's owner nothing of any agency.
    await client.query("begin");
    await client.query("alter table device_reading no force row level security");
    const { rows } = await client.query<{ device: string; at: string; seq: string }>(`
      select device_id as device, (extract(epoch from read_at) * 1000)::bigint as at, seq
      from device_reading
    `);
    await client.query("rollback");
    return rows.map(({ device, at, seq }) => `${device} ${at} ${seq}`);
  });

test.skipIf(!existsSync("/proc/self/task"))(
  "10,000 readings with the server and its database killed: acknowledged is stored, nothing twice",
  async () => {
    const mqtt = await freePort();
    const victim = new Victim(await freePort(), {
      ...{ LEVEE_DEMO: "off", LEVEE_MQTT_PORT: String(mqtt) },
    });
    try {
      await victim.start();
      const [a, b, c, d] = await withOwner(victim, (client) => agencyOfDevices(client, 4));
      let over = false;
      const sending = Promise.all([
        overHttp(victim.port, a!),
        overHttp(victim.port, b!),
        overMqtt(mqtt, c!),
        overMqtt(mqtt, d!),
      ]).finally(() => void (over = true));
      const [sent, killed] = await Promise.all([sending, killing(victim, () => over)]);
      expect(killed).toBe(kills);
      const acknowledged = sent.flatMap((one) => one.acknowledged);
      expect(acknowledged).toHaveLength(4 * each);
      const stored = await storedNames(victim);
      const there = new Set(stored);
      expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
      expect(stored).toHaveLength(there.size);
      console.log({
        ...{ acknowledged: acknowledged.length, stored: stored.length, killed },
        repeated: sent.reduce((sum, one) => sum + one.repeated, 0),
      });
    } finally {
      await victim.end();
    }
  },
  600_000,
);
