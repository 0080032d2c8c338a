import type { FastifyRequest } from "fastify";
import { anonymous } from "#kernel/access.ts";
import { notAllowed, notSignedIn, Problem } from "#kernel/errors.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitWrongKeys, tokenHash, type Bearer } from "#areas/identity/identity.server.ts";
import { deviceKeys } from "./device-keys.ts";

/** Which device showed which of its keys. */
export type DeviceCaller = { orgId: string; deviceId: string; keyId: string };

/** Where devices send their readings over HTTP: their keys open nothing else. */
export const intakePath = "/api/v1/devices/readings";

/** The device of a key that was not revoked; null for any other text. */
export const deviceOfKey = async (database: Database, key: string): Promise<DeviceCaller | null> =>
  deviceKeys.isWellFormed(key)
    ? identityDb(database).maybe<DeviceCaller>(sql`
      select org_id, device_id, id as key_id
      from device_key
      where hash = ${tokenHash(key)} and revoked_at is null
    `)
    : null;

/** Whether a key that came in before still opens something. */
export const keyIsGood = async (database: Database, { keyId }: DeviceCaller): Promise<boolean> =>
  (await identityDb(database).maybe(sql`
    select 1 as good
    from device_key
    where id = ${keyId} and revoked_at is null
  `)) !== null;

/**
 * The device that sends a request. @throws Problem 401 for a key that opens nothing, 429 for an address
 * that tries many.
 */
export const deviceOfRequest = async (
  database: Database,
  request: FastifyRequest,
): Promise<DeviceCaller> => {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const found = await deviceOfKey(database, key);
  if (found) return found;
  await limitWrongKeys(identityDb(database), addressForLimits(request.ip));
  throw notSignedIn(
    "device_key_ended",
    "This is no key of a device, or it was revoked. Whoever keeps the device makes a new one.",
  );
};

/** Devices show a key where people show the token of their session; it makes nobody of them. */
export const deviceBearer: Bearer = {
  begins: deviceKeys.begins,
  refuseIn: (address) => {
    if (deviceKeys.holdsKey(address))
      throw new Problem(
        "invalid",
        "key_in_address",
        "A key never stands in an address: addresses are kept in logs. Revoke this key, and send the new one as Authorization: Bearer.",
        { status: 400 },
      );
  },
  actor: (_database, request) => {
    if (request.url.split("?")[0] !== intakePath)
      throw notAllowed(
        "The key of a device opens the intake of its own readings, and nothing else.",
        "device_key_elsewhere",
      );
    return Promise.resolve(anonymous);
  },
};
