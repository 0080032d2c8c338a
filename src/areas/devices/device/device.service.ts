import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { device } from "../devices.tables.ts";
import { insertKey, revokeAllKeys } from "../key/key.service.ts";
import type { DeviceInput, ShownDeviceKey } from "./device.model.ts";
import { deviceNoun, type DeviceStored } from "./device.noun.ts";

/** Enrolls a device. Its first key is in this answer alone. */
export const enrollDevice = async (
  tx: Tx,
  actor: Actor,
  input: DeviceInput,
): Promise<ShownDeviceKey> => {
  const row = await create(tx, actor, deviceNoun, {
    number: { kind: "DEV" },
    row: { ...input, orgId: tx.scope.orgId!, id: newId(), createdBy: actor.personId },
  });
  return insertKey(tx, actor, row);
};

/** Changes what is said of a device. 404, 409 for a retired one, 412. */
export const changeDevice = (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: Partial<DeviceInput>,
  version: number | null,
): Promise<DeviceStored> => change(tx, actor, deviceNoun, { id, version, patch });

/** Retires a device with the reason; its keys open nothing from now on. 404, 409, 412. */
export const retireDevice = (tx: Tx, actor: Actor, at: TakenStep): Promise<DeviceStored> =>
  transition(tx, actor, deviceNoun, {
    ...at,
    action: "retire",
    effect: async (row) => {
      await revokeAllKeys(tx, actor, row, "The device is retired.");
      return {};
    },
  });

/**
 * Mutes a device for so many minutes, or lets it be heard again (0): its alarms are written down
 * meanwhile, and tell nobody. 404.
 */
export const muteDevice = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { minutes, why }: { minutes: number; why: string },
): Promise<{ id: string }> => {
  const of = await lockRow(tx, device, id, "device");
  const until = new Date((await databaseNow(tx)).getTime() + minutes * 60_000).toISOString();
  const patch =
    minutes === 0 ? { mutedUntil: null, mutedWhy: "" } : { mutedUntil: until, mutedWhy: why };
  await updateRow(tx, device, id, patch);
  note(tx, actor, "device", id, {
    number: of.number,
    action: minutes === 0 ? "unmute" : "mute",
    after: patch,
  });
  return { id };
};
