import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { tokenHash } from "#areas/identity/identity.server.ts";
import { device, deviceKey } from "../devices.tables.ts";
import type { ShownDeviceKey } from "../device/device.model.ts";
import { deviceKeys } from "./device-keys.ts";
import { tellRevoked } from "./revoked.ts";

/** Two at once, so that one takes over from the other. */
const mostKeys = 2;

/** A new key of a device; its secret is in this answer alone. */
export const insertKey = async (
  tx: Tx,
  actor: Actor,
  of: { id: string; number: string },
): Promise<ShownDeviceKey> => {
  const { key, prefix } = deviceKeys.newKey();
  const { id } = await insertRow(tx, deviceKey, {
    orgId: tx.scope.orgId!,
    id: newId(),
    deviceId: of.id,
    prefix,
    hash: tokenHash(key),
    createdBy: actor.personId,
  });
  note(tx, actor, "device", of.id, { number: of.number, action: "addKey", after: { prefix } });
  return { id, deviceId: of.id, number: of.number, key, prefix };
};

/**
 * A second key of a device, so that it can be changed while the first still opens.
 * @throws Problem 404, 409 `device_retired`, `two_keys` while two are good.
 */
export const addKey = async (tx: Tx, actor: Actor, deviceId: string): Promise<ShownDeviceKey> => {
  const of = await lockRow(tx, device, deviceId, "device");
  if (of.status === "retired")
    throw conflict("device_retired", "It is retired: it gets no key any more.");
  const { good } = await tx.one<{ good: number }>(sql`
    select count(*)::int as good
    from device_key
    where org_id = ${of.orgId} and device_id = ${of.id} and revoked_at is null
  `);
  if (good >= mostKeys)
    throw conflict("two_keys", "Two keys are good already. Revoke the one that is not used first.");
  return insertKey(tx, actor, of);
};

/** From now on a key opens nothing, and what is connected by it is cut off. @throws Problem 404. */
export const revokeKey = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const { deviceId } = await getRow(tx, deviceKey, id, "key");
  const of = await lockRow(tx, device, deviceId, "device");
  const key = await lockRow(tx, deviceKey, id, "key");
  if (key.revokedAt !== null) return { id };
  await tx.rows(sql`
    update device_key
    set revoked_at = clock_timestamp()
    where org_id = ${key.orgId} and id = ${id}
  `);
  note(tx, actor, "device", of.id, {
    number: of.number,
    action: "revokeKey",
    after: { prefix: key.prefix },
  });
  tx.afterCommit(() => tellRevoked(of.id));
  return { id };
};

/** Revokes every good key of a device, with the reason. */
export const revokeAllKeys = async (
  tx: Tx,
  actor: Actor,
  of: { id: string; number: string },
  why: string,
): Promise<void> => {
  const gone = await tx.rows<{ prefix: string }>(sql`
    update device_key
    set revoked_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and device_id = ${of.id} and revoked_at is null
    returning prefix
  `);
  for (const { prefix } of gone)
    note(tx, actor, "device", of.id, {
      number: of.number,
      action: "revokeKey",
      after: { prefix },
      note: why,
    });
  tx.afterCommit(() => tellRevoked(of.id));
};
