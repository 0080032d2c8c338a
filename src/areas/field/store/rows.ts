import { Dexie, type Table } from "dexie";

/** How the passkey of a device opens its store. */
interface PasskeyWrap {
  /** base64 */
  credential: string;
  salt: Uint8Array<ArrayBuffer>;
  wrapped: Uint8Array<ArrayBuffer>;
}

/**
 * The device that this browser is. In clear: what is needed to open it and to count; whose it is and
 * where it works lies in `owner`, under the store's key.
 */
export interface DeviceRow {
  slot: "device";
  device: string;
  /** SHA-256 of device and person: tells another person from the owner without naming anybody. */
  ownerMark: string;
  signing: CryptoKey;
  /** The store's key under the passphrase. */
  wrapped: string;
  passkey: PasskeyWrap | null;
  owner: Uint8Array<ArrayBuffer>;
  /** The highest number that was given, and its hash. */
  number: number;
  hash: string;
  /** The highest number that the server was told without a gap. */
  known: number;
  /** Instants in milliseconds: the last full sign-in that the server named, the latest time that was seen. */
  signedInAt: number;
  seenAt: number;
  /** Where the device stands at the server, as it said last. */
  standing: string;
  /** What the agency allows: days without signing in, minutes until the store locks. */
  days: number;
  minutes: number;
}

/** Where a capture stands; `waiting` until the server has acknowledged it. */
export type CaptureStanding =
  | "waiting"
  | "received"
  | "applied"
  | "in_review"
  | "superseded"
  | "set_aside"
  | "refused";

/** A capture that was committed: its number in clear, all that it says under the store's key. */
export interface CaptureRow {
  number: number;
  state: CaptureStanding;
  /** Photos that the server does not hold yet. */
  photosWaiting: number;
  /** Milliseconds; null until the server acknowledged it with all its photos. */
  sentAt: number | null;
  sealed: Uint8Array<ArrayBuffer>;
  /** What the server said of it last. */
  reply: Uint8Array<ArrayBuffer> | null;
}

/** One thing of the packet under a key that tells nothing. */
export interface ItemRow {
  key: string;
  sealed: Uint8Array<ArrayBuffer>;
}

/** What somebody is typing. */
interface DraftRow {
  key: string;
  at: number;
  sealed: Uint8Array<ArrayBuffer>;
}

/** A photo: of a draft while `capture` is 0. */
export interface PhotoRow {
  id: string;
  capture: number;
  draft: string;
  sealed: Uint8Array<ArrayBuffer>;
}

/** The bytes of a photo, apart so that nothing rewrites them. */
interface PhotoBytesRow {
  id: string;
  sealed: Uint8Array<ArrayBuffer>;
}

/** Other things that are kept once: the packet's cursor and clock. */
export interface KeptRow {
  key: "packet";
  sealed: Uint8Array<ArrayBuffer>;
}

interface FieldTables {
  device: Table<DeviceRow, "device">;
  captures: Table<CaptureRow, number>;
  items: Table<ItemRow, string>;
  drafts: Table<DraftRow, string>;
  photos: Table<PhotoRow, string>;
  photoBytes: Table<PhotoBytesRow, string>;
  kept: Table<KeptRow, "packet">;
}

export type FieldDb = Dexie & FieldTables;

/** The store of this browser; a write that has returned lies on the disk. */
export const openFieldDb = (name = "levee.field"): FieldDb => {
  const db = new Dexie(name, { chromeTransactionDurability: "strict" }) as FieldDb;
  db.version(1).stores({
    device: "slot",
    captures: "number, state, sentAt",
    items: "key",
    drafts: "key",
    photos: "id, capture, draft",
    photoBytes: "id",
    kept: "key",
  });
  return db;
};

const lostNames = new Set(["DatabaseClosedError", "InvalidStateError", "UnknownError"]);
const nameOf = (error: unknown): string =>
  error !== null && typeof error === "object" && "name" in error ? String(error.name) : "";

/** True where the browser closed the connection under us, as iOS does behind a pause. */
export const isLostConnection = (error: unknown): boolean =>
  lostNames.has(nameOf(error)) ||
  (nameOf(error) === "AbortError" && /connection|closing/i.test(String(error)));

/** Runs work on the store; one that found the connection closed runs once more on a new one. */
export const onStore = async <T>(db: FieldDb, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    db.close();
    await db.open();
    return work();
  }
};

/** True where the device has no room for what was to be written. */
export const isFull = (error: unknown): boolean =>
  nameOf(error) === "QuotaExceededError" ||
  (error !== null && typeof error === "object" && "inner" in error && isFull(error.inner));
