// What screens do with the field: open it, enrol it, record in it.
import { currentSession } from "#web/auth/session.ts";
import { api } from "#web/kit/api.ts";
import { serverAnswers } from "#web/kit/reach.ts";
import { saveCapture } from "./captures.ts";
import { sendNow, startSending } from "./going.ts";
import { countWaiting } from "./waiting.ts";
import { keepDevice, openWithKey, openWithPassphrase, WaitsHere, type Owner } from "./open.ts";
import { addPasskey } from "./passkey.ts";
import { onStore, type CaptureRow } from "./rows.ts";
import { fromBase64Url, newStoreKey, toBase64Url, wrapByPassphrase } from "./seal.ts";
import { appVersion } from "./sender.ts";
import { fieldDb, fieldNow, readField, tookOpen } from "./state.ts";
import type { Written } from "./chain.model.ts";

/** Asks the browser to keep the store; gives its answer, or null where it cannot be asked. */
const askToKeep = async (): Promise<boolean | null> =>
  (await navigator.storage?.persist?.().catch(() => null)) ?? null;

/** Opens the store by its passphrase; false where that is another. */
export const unlockField = async (passphrase: string): Promise<boolean> => {
  const open = await openWithPassphrase(fieldDb(), passphrase);
  if (!open) return false;
  await tookOpen(open);
  startSending();
  return true;
};

/** What somebody says of a device that is enrolled. */
export interface Enrolling {
  name: string;
  passphrase: string;
  owner: Omit<Owner, "deviceName">;
  /** A passkey opens it besides, where the browser has one that gives a key. */
  passkey: boolean;
}

/** What came of enrolling: whether the store is kept, and whether a passkey opens it; null where it was not asked. */
export interface EnrolledHere {
  kept: boolean | null;
  passkey: boolean | null;
}

const platformOf = (): string => navigator.userAgent.slice(0, 200);

/**
 * Enrols this browser: makes its keys, sends the public one and the store's, and keeps the rest here.
 * `proved` asks for a fresh proof where the server wants one. Throws ApiProblem, WaitsHere; nothing stays then.
 */
export const enrolHere = async (
  { name, passphrase, owner, passkey }: Enrolling,
  proved: <T>(change: () => Promise<T>) => Promise<T>,
): Promise<EnrolledHere> => {
  if ((await countWaiting(fieldDb())) > 0) throw new WaitsHere();
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
    "verify",
  ]);
  const publicKey = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const storeKey = newStoreKey();
  const device = crypto.randomUUID();
  const wrapped = await wrapByPassphrase(storeKey, passphrase);
  const { kty, crv, x, y } = publicKey;
  await proved(() =>
    api("/api/v1/field/devices", {
      method: "POST",
      body: {
        id: device,
        name,
        platform: platformOf(),
        appVersion: appVersion(),
        publicKey: { kty, crv, x, y },
        storeKey: toBase64Url(storeKey),
      },
    }),
  );
  const open = await keepDevice(fieldDb(), {
    device,
    owner: { ...owner, deviceName: name },
    signing: pair.privateKey,
    storeKey,
    wrapped,
    signedInAt: Date.now(),
    days: 7,
    minutes: 15,
  });
  const kept = await askToKeep();
  await tookOpen(open);
  await readField(true);
  startSending();
  return { kept, passkey: passkey ? await addPasskey(storeKey).catch(() => false) : null };
};

/** Sets another passphrase with the copy of the store's key that the server gives back to its owner. */
export const recoverStore = async (
  passphrase: string,
  proved: <T>(change: () => Promise<T>) => Promise<T>,
): Promise<boolean> => {
  const { device } = fieldNow();
  if (!device || !currentSession()) return false;
  const { storeKey } = await proved(() =>
    api<{ storeKey: string }>(`/api/v1/field/devices/${device.device}/store-key`, {
      method: "POST",
    }),
  );
  const bytes = fromBase64Url(storeKey);
  const open = await openWithKey(fieldDb(), bytes);
  if (!open) return false;
  const wrapped = await wrapByPassphrase(bytes, passphrase);
  await onStore(fieldDb(), () => fieldDb().device.update("device", { wrapped }));
  await tookOpen(open);
  startSending();
  return true;
};

/** Records a capture with the photos of its draft: it lies on this device when this returns. */
export const record = async (
  given: Omit<Written, "photos"> & { title: string; draft: string },
): Promise<CaptureRow> => {
  const { open, packet, readable, device } = fieldNow();
  if (!open || !readable) throw new Error("Sign in and open this device's store first.");
  const start = performance.now();
  const row = await saveCapture(open, given, packet ?? { cursor: null, offset: null }, device);
  // What the bench reads: from the press to what lies on the disk.
  performance.measure("levee.field.saved", { start });
  // Where the server is known not to answer it is asked in its turn: each try would keep the next form waiting.
  void readField(true).then(() => (serverAnswers() ? sendNow() : undefined));
  return row;
};
