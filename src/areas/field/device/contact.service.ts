import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, asSystem, transition } from "#server/lifecycle.ts";
import { fieldDevice } from "../field.tables.ts";
import { fieldDeviceNoun, type DeviceStored } from "./device.noun.ts";

const noun = "field device";

/** A device of the actor's own. 404 for another person's, and another agency's. */
export const requireOwnDevice = async (db: Db, actor: Actor, id: string): Promise<DeviceStored> => {
  const device = await getRow(db, fieldDevice, id, noun);
  if (device.personId !== actor.personId) throw notFound(noun);
  return device;
};

/** The same, locked until the transaction ends. */
export const lockOwnDevice = async (tx: Tx, actor: Actor, id: string): Promise<DeviceStored> => {
  const device = await lockRow(tx, fieldDevice, id, noun);
  if (device.personId !== actor.personId) throw notFound(noun);
  return device;
};

/** So many sessions of a device are remembered. */
const mostSessions = 10;

const sessionsWith = (device: DeviceStored, sessionId: string | null): string[] =>
  sessionId === null
    ? device.sessionIds
    : [...device.sessionIds.filter((id) => id !== sessionId), sessionId].slice(-mostSessions);

/** What a device told; `since`: as it stood before its contact, where captures came with it. */
type Told = { highest?: number; waiting?: number; appVersion?: string; since?: DeviceStored };

const differs = (before: DeviceStored, heard: DeviceStored): boolean =>
  before.highest !== heard.highest ||
  before.received !== heard.received ||
  before.waiting !== heard.waiting ||
  before.appVersion !== heard.appVersion ||
  before.silentSince !== null;

/**
 * Writes down that a device was in contact, with what it told of itself; the first contact makes it
 * active. Gives how it stands. A contact is no version of the device; lists hear of one that told
 * something new.
 */
export const hearDevice = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { highest, waiting, appVersion, since }: Told = {},
): Promise<DeviceStored> => {
  const before = await lockOwnDevice(tx, actor, id);
  const top = Math.max(before.highest, highest ?? 0);
  const now = businessNow(tx.scope).toISOString();
  const heard = await tx.one<DeviceStored>(sql`
    update field_device
    set
      last_contact_at = greatest(last_contact_at, ${now}::timestamptz), highest = ${top},
      waiting = ${waiting ?? Math.max(0, top - before.received)},
      app_version = ${appVersion ?? before.appVersion},
      session_ids = ${sessionsWith(before, actor.sessionId)}::uuid[], silent_since = null
    where org_id = ${before.orgId} and id = ${id}
    returning *
  `);
  if (differs(since ?? before, heard)) announce(tx, before.orgId, "fieldDevice.tell", id);
  if (heard.status !== "enrolled") return heard;
  return transition(tx, asSystem(actor), fieldDeviceNoun, { id, action: "hear" });
};
