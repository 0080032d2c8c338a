import { isReadable, timeFor } from "./access.model.ts";
import { textHash } from "./hash.ts";
import { onStore, type DeviceRow, type FieldDb } from "./rows.ts";
import { countWaiting } from "./waiting.ts";
import { seal, storeKeyOf, unseal, unwrapByPassphrase } from "./seal.ts";

/** Whose device it is, and where they work. */
export interface Owner {
  personId: string;
  name: string;
  agency: string;
  timeZone: string;
  deviceName: string;
}

/** A store that is open: its key, and whose it is. */
export interface OpenField {
  db: FieldDb;
  key: CryptoKey;
  device: string;
  owner: Owner;
}

const ownerPlace = (device: string) => `device:${device}`;

/** What tells the owner of a device from everybody else, without naming anybody. */
export const ownerMarkOf = (device: string, personId: string): Promise<string> =>
  textHash(`${device}:${personId}`);

/** The device that this browser is, or null. */
export const readDevice = async (db: FieldDb): Promise<DeviceRow | null> =>
  (await onStore(db, () => db.device.get("device"))) ?? null;

/** Everything that a device keeps of itself when it is enrolled. */
export type Enrolled = {
  device: string;
  owner: Owner;
  signing: CryptoKey;
  storeKey: Uint8Array<ArrayBuffer>;
  wrapped: string;
  signedInAt: number;
  days: number;
  minutes: number;
};

/** What waits here was never sent: nothing may take its place. */
export class WaitsHere extends Error {
  override message =
    "What an earlier device captured waits here and was never sent. Whoever captured it signs in and sends it first.";
}

/**
 * Keeps a new device, and opens its store. What an earlier device left here goes, once it was sent.
 * @throws WaitsHere while something of it was not.
 */
export const keepDevice = async (db: FieldDb, given: Enrolled): Promise<OpenField> => {
  const { device, owner } = given;
  const key = await storeKeyOf(given.storeKey);
  const row: DeviceRow = {
    slot: "device",
    device,
    ownerMark: await ownerMarkOf(device, owner.personId),
    signing: given.signing,
    wrapped: given.wrapped,
    passkey: null,
    owner: await seal(key, ownerPlace(device), owner),
    number: 0,
    hash: "",
    known: 0,
    signedInAt: given.signedInAt,
    seenAt: given.signedInAt,
    standing: "enrolled",
    days: given.days,
    minutes: given.minutes,
  };
  await onStore(db, () =>
    db.transaction("rw", db.tables, async () => {
      if ((await countWaiting(db)) > 0) throw new WaitsHere();
      for (const table of db.tables) await table.clear();
      await db.device.put(row);
    }),
  );
  return { db, key, device, owner };
};

/** Opens the store by its key, or null where the key is another. */
export const openWithKey = async (
  db: FieldDb,
  storeKey: Uint8Array<ArrayBuffer>,
): Promise<OpenField | null> => {
  const row = await readDevice(db);
  if (!row) return null;
  const key = await storeKeyOf(storeKey);
  const owner = await unseal<Owner>(key, ownerPlace(row.device), row.owner).catch(() => null);
  return owner && { db, key, device: row.device, owner };
};

/** Opens the store by its passphrase, or null where that is another. */
export const openWithPassphrase = async (
  db: FieldDb,
  passphrase: string,
): Promise<OpenField | null> => {
  const row = await readDevice(db);
  const storeKey = row && (await unwrapByPassphrase(row.wrapped, passphrase));
  return storeKey ? openWithKey(db, storeKey) : null;
};

/** Whether the packet may be read and captures written now; notes how late it is. */
export const mayWork = async (db: FieldDb, row: DeviceRow, now = Date.now()): Promise<boolean> => {
  const seenAt = timeFor(row, now);
  // Once a minute is often enough to tell a clock that goes back.
  if (seenAt - row.seenAt > 60_000) await onStore(db, () => db.device.update("device", { seenAt }));
  return isReadable({ ...row, seenAt }, now);
};

/** Takes away everything that this browser keeps of its device. */
export const forgetDevice = async (db: FieldDb): Promise<void> => {
  await onStore(db, () =>
    db.transaction("rw", db.tables, async () => {
      for (const table of db.tables) await table.clear();
    }),
  );
};
