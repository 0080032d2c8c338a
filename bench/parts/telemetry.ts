import { createHash } from "node:crypto";
import type pg from "pg";
import { keyFormat } from "#server/auth/key-format.ts";

/** A device of the bench: where it belongs, and the key that it sends with. */
export type BenchDevice = { orgId: string; deviceId: string; keyId: string; key: string };

/** An agency with devices and nobody in it, written as the owner of the database. */
export const agencyOfDevices = async (owner: pg.Client, count: number): Promise<BenchDevice[]> => {
  const [orgId, keys] = [crypto.randomUUID(), keyFormat("lvd_")];
  await owner.query(
    `
      insert into organization (id, name, slug, time_zone, fiscal_year_start_month)
      values ($1, 'County of devices', $2, 'America/Chicago', 10)
    `,
    [orgId, `devices-${orgId.slice(-12)}`],
  );
  const devices: BenchDevice[] = [];
  for (let n = 0; n < count; n++) {
    const [deviceId, keyId] = [crypto.randomUUID(), crypto.randomUUID()];
    const { key, prefix } = keys.newKey();
    await owner.query(
      `
        insert into device (org_id, id, number, name, metrics, silent_minutes)
        values ($1, $2, $3, $3, '{temperature,humidity,battery}', 60)
      `,
      [orgId, deviceId, `DEV-${n + 1}`],
    );
    await owner.query(
      `insert into device_key (org_id, id, device_id, prefix, hash) values ($1, $2, $3, $4, $5)`,
      [orgId, keyId, deviceId, prefix, createHash("sha256").update(key).digest("hex")],
    );
    devices.push({ orgId, deviceId, keyId, key });
  }
  return devices;
};

/** So many readings, a second apart, the newest a minute ago. */
export const readingsOf = (count: number, from: number, end = Date.now() - 60_000) =>
  Array.from({ length: count }, (_, n) => ({
    metric: "temperature",
    at: new Date(end - (from + n) * 1000).toISOString(),
    seq: from + n,
    value: 4 + (n % 17) / 10,
    unit: "°C",
  }));
