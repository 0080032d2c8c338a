import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { Dexie } from "dexie";
import { expect, test } from "vitest";
import { captureBytes, captureHash, firstBefore } from "../capture/envelope.ts";
import { keepReply, readCapture, readReply, saveCapture } from "./captures.ts";
import { dropDraft, keepDraft, readDraft } from "./drafts.ts";
import { keepDevice, openWithPassphrase, ownerMarkOf, readDevice } from "./open.ts";
import { photoFile, photosOf, photosOfCapture, keepPhoto } from "./photos.ts";
import { keepReserve, withReserve } from "./reserve.ts";
import { isFull, isLostConnection, onStore, openFieldDb, type FieldDb } from "./rows.ts";
import {
  fromBase64Url,
  newStoreKey,
  sealBytes,
  storeKeyOf,
  unsealBytes,
  wrapByPassphrase,
} from "./seal.ts";
import { setField } from "./state.ts";
import { countWaiting } from "./waiting.ts";
import { pauseKeeping, sealingKeeper } from "../screens/phone/SealedDraft.tsx";

Dexie.dependencies.indexedDB = new IDBFactory();
Dexie.dependencies.IDBKeyRange = IDBKeyRange;

const owner = {
  personId: "0198f3a1-0000-7000-8000-000000000001",
  name: "Canary Person",
  agency: "Canary County",
  timeZone: "America/Chicago",
  deviceName: "Canary phone",
};
const passphrase = "seven wet maps";

let stores = 0;
const enrolled = async () => {
  const db = openFieldDb(`field-${stores++}`);
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
    "verify",
  ]);
  const storeKey = newStoreKey();
  const field = await keepDevice(db, {
    device: crypto.randomUUID(),
    owner,
    signing: pair.privateKey,
    storeKey,
    wrapped: await wrapByPassphrase(storeKey, passphrase),
    signedInAt: Date.now(),
    days: 7,
    minutes: 15,
  });
  return { db, field, publicKey: pair.publicKey };
};

const given = (n: number, draft = `draft-${n}`) => ({
  kind: "service_request",
  record: null,
  seen: {},
  values: { description: `canary hole ${n}` },
  place: null,
  withoutPlace: "refused" as const,
  title: `Canary ${n}`,
  draft,
});
const clock = { cursor: "c1", offset: 120 };

const everything = async (db: FieldDb): Promise<string> => {
  const rows: unknown[] = [];
  for (const table of db.tables) rows.push(...(await table.toArray()));
  const latin = (value: unknown): string =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString("latin1")
      : value !== null && typeof value === "object"
        ? Object.values(value).map(latin).join("\n")
        : String(value);
  return rows.map(latin).join("\n");
};

test("captures are numbered without a gap, each names the hash of the one before, and each is signed by the device", async () => {
  const { db, field, publicKey } = await enrolled();
  // At once, as two windows might: nobody's number is given twice.
  await Promise.all([1, 2, 3, 4, 5].map((n) => saveCapture(field, given(n), clock)));
  const rows = await db.captures.orderBy("number").toArray();
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  let before = firstBefore;
  for (const row of rows) {
    const { envelope, signature } = await readCapture(field, row);
    expect(envelope).toMatchObject({ number: row.number, before, packet: "c1", offset: 120 });
    before = await captureHash(envelope);
    const good = await crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      publicKey,
      fromBase64Url(signature),
      captureBytes(envelope),
    );
    expect(good).toBe(true);
  }
  expect(await readDevice(db)).toMatchObject({ number: 5, hash: before });
});

test("what was read before another window saved is read anew: no number twice, no photo left behind", async () => {
  const { db, field } = await enrolled();
  const before = (await readDevice(db))!;
  await saveCapture(field, given(1), clock, before);
  expect(await photosOf(field, "draft-2")).toEqual([]);
  // Another window: a photo of the draft that this one has not read, and a capture.
  const file = new File([new TextEncoder().encode("rail")], "rail.jpg", { type: "image/jpeg" });
  await keepPhoto(field, "draft-3", file);
  await db.photos.toCollection().modify({ draft: "draft-2" });
  await db.device.update("device", { standing: "locked" });
  const { number } = await saveCapture(field, given(2), clock, before);
  expect(number).toBe(2);
  const { envelope } = await readCapture(field, (await db.captures.get(2))!);
  expect(envelope.photos.map(({ name }) => name)).toEqual(["rail.jpg"]);
  expect(await photosOfCapture(field, 2)).toHaveLength(1);
  // What the sender wrote meanwhile stays.
  expect(await readDevice(db)).toMatchObject({ number: 2, standing: "locked" });
});

test("what was being typed does not come back behind its capture, and is kept where it was not saved", async () => {
  const { field } = await enrolled();
  const device = await readDevice(field.db);
  setField({ open: field, device });
  const values = { description: "" };
  const keeper = sealingKeeper("draft-1", () => ({ ...values }));
  values.description = "canary hole 1";
  keeper.keep();
  const goOn = pauseKeeping("draft-1");
  values.description = "canary hole 1 and more";
  keeper.keep();
  await saveCapture(field, given(1), clock, device);
  expect(await readDraft(field, "draft-1")).toBeNull();
  goOn();
  await expect
    .poll(async () => (await readDraft(field, "draft-1"))?.values)
    .toEqual({ description: "canary hole 1 and more" });
  keeper.end();
  setField({ open: null, device: null });
});

test("no device takes the place of one whose captures were never sent", async () => {
  const { db, field } = await enrolled();
  await saveCapture(field, given(1), clock);
  const again = keepDevice(db, {
    ...{ device: crypto.randomUUID(), owner, storeKey: newStoreKey(), wrapped: "", days: 7 },
    ...{ signing: (await readDevice(db))!.signing, signedInAt: 0, minutes: 15 },
  });
  await expect(again).rejects.toThrow("was never sent");
  expect(await db.captures.count()).toBe(1);
  expect((await readDevice(db))!.device).toBe(field.device);
});

test("a write that fails gives no number and keeps the draft", async () => {
  const { db, field } = await enrolled();
  await keepDraft(field, "draft-1", { description: "half a" });
  db.captures.hook("creating", () => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await expect(saveCapture(field, given(1), clock)).rejects.toSatisfy(isFull);
  expect(await readDevice(db)).toMatchObject({ number: 0 });
  expect(await db.captures.count()).toBe(0);
  expect((await readDraft(field, "draft-1"))?.values).toEqual({ description: "half a" });
});

test("a photo lies with its draft, goes over to the capture with its hash, and its bytes come back whole", async () => {
  const { db, field } = await enrolled();
  const bytes = new TextEncoder().encode("canary picture");
  const file = new File([bytes], "canary.jpg", { type: "image/jpeg" });
  await keepPhoto(field, "draft-1", file);
  // The same picture twice is one photo.
  await keepPhoto(field, "draft-1", file);
  expect(await photosOf(field, "draft-1")).toHaveLength(1);
  const { number } = await saveCapture(field, given(1), clock);
  expect(await photosOf(field, "draft-1")).toEqual([]);
  const [held] = await photosOfCapture(field, number);
  const { envelope } = await readCapture(field, (await db.captures.get(number))!);
  expect(envelope.photos).toEqual([held!.photo]);
  expect(envelope.photos[0]).toMatchObject({ bytes: bytes.length, name: "canary.jpg" });
  expect(await (await photoFile(field, held!))?.text()).toBe("canary picture");
});

test("nothing of what was written can be read in the store without its key", async () => {
  const { db, field } = await enrolled();
  await keepDraft(field, "draft-2", { description: "canary draft" });
  await keepPhoto(field, "draft-2", new File(["canary picture"], "canary.jpg"));
  await saveCapture(field, given(1), clock);
  await keepReply(field, 1, "in_review", {
    id: "0198f3a1-0000-7000-8000-000000000009",
    message: "canary reply",
    photosReceived: 0,
    photosWanted: 0,
  });
  expect(await everything(db)).not.toMatch(/canary/i);
  expect((await readReply(field, (await db.captures.get(1))!))?.message).toBe("canary reply");
});

test("another passphrase opens nothing, the right one all; a row that was moved to another place does not open", async () => {
  const { db, field } = await enrolled();
  await saveCapture(field, given(1), clock);
  expect(await openWithPassphrase(db, "seven wet map")).toBeNull();
  const open = await openWithPassphrase(db, passphrase);
  expect(open?.owner).toEqual(owner);
  expect((await readCapture(open!, (await db.captures.get(1))!)).title).toBe("Canary 1");
  const key = await storeKeyOf(newStoreKey());
  const sealed = await sealBytes(key, "draft:a", new TextEncoder().encode("x"));
  await expect(unsealBytes(key, "draft:b", sealed)).rejects.toThrow();
});

test("the mark of an owner tells another person apart", async () => {
  const { db } = await enrolled();
  const row = await readDevice(db);
  expect(await ownerMarkOf(row!.device, owner.personId)).toBe(row!.ownerMark);
  expect(await ownerMarkOf(row!.device, crypto.randomUUID())).not.toBe(row!.ownerMark);
});

test("what the server does not hold whole waits; what it holds with all photos does not", async () => {
  const { db, field } = await enrolled();
  await saveCapture(field, given(1), clock);
  await saveCapture(field, given(2), clock);
  expect(await countWaiting(db)).toBe(2);
  const reply = { id: crypto.randomUUID(), message: "" };
  await keepReply(field, 1, "received", { ...reply, photosReceived: 2, photosWanted: 3 });
  expect(await countWaiting(db)).toBe(2);
  expect((await db.captures.get(1))?.sentAt).toBeNull();
  await keepReply(field, 1, "applied", { ...reply, photosReceived: 3, photosWanted: 3 });
  expect(await countWaiting(db)).toBe(1);
  expect((await db.captures.get(1))?.sentAt).toBeGreaterThan(0);
});

test("a draft that is thrown away takes its photos along", async () => {
  const { db, field } = await enrolled();
  await keepDraft(field, "draft-3", { description: "x" });
  await keepPhoto(field, "draft-3", new File(["y"], "y.jpg"));
  await dropDraft(field, "draft-3");
  expect([await db.drafts.count(), await db.photos.count(), await db.photoBytes.count()]).toEqual([
    0, 0, 0,
  ]);
});

test("a connection that the browser closed is opened once more; another fault is not tried again", async () => {
  const { db } = await enrolled();
  let tries = 0;
  const lost = new DOMException("Connection to Indexed Database server lost", "UnknownError");
  const found = await onStore(db, async () => {
    if (tries++ === 0) throw lost;
    return db.captures.count();
  });
  expect([found, tries]).toEqual([0, 2]);
  tries = 0;
  const constraint = new DOMException("no", "ConstraintError");
  const failing = onStore(db, async () => {
    tries++;
    throw constraint;
  });
  await expect(failing).rejects.toBe(constraint);
  expect(tries).toBe(1);
  expect(isLostConnection(new DOMException("closing", "InvalidStateError"))).toBe(true);
});

test("what is reserved for text lies there once, and is given up for a text that finds no room", async () => {
  const { db } = await enrolled();
  await keepReserve(db);
  await keepReserve(db);
  const reserved = () => db.photoBytes.toArray();
  expect((await reserved()).map(({ sealed }) => sealed.length)).toEqual([5 * 1024 * 1024]);
  const noRoom = new DOMException("No room", "QuotaExceededError");
  const other = new Error("Not about room");
  await expect(withReserve(db, () => Promise.reject(other))).rejects.toBe(other);
  expect(await reserved()).toHaveLength(1);
  let tries = 0;
  const write = async () => {
    tries += 1;
    if ((await db.photoBytes.count()) > 0 || tries < 3) throw noRoom;
    return "written";
  };
  expect(await withReserve(db, write)).toBe("written");
  expect([tries, (await reserved()).length]).toEqual([3, 0]);
});
