import { captureBytes, type CaptureEnvelope, type CapturePhoto } from "../capture/envelope.ts";
import { follow, type PacketClock, type Written } from "./chain.model.ts";
import { bytesHash } from "./hash.ts";
import type { OpenField } from "./open.ts";
import { photosOf } from "./photos.ts";
import { withReserve } from "./reserve.ts";
import { onStore, type CaptureRow, type CaptureStanding, type DeviceRow } from "./rows.ts";
import { seal, toBase64Url, unseal } from "./seal.ts";

/** A capture as it lies in the store, and what the outbox says of it. */
export interface Kept {
  envelope: CaptureEnvelope;
  signature: string;
  /** In the words of whoever recorded it: what it is about. */
  title: string;
}

/** What the server said of a capture last. */
export interface Reply {
  id: string | null;
  message: string | null;
  photosReceived: number;
  photosWanted: number;
}

const capturePlace = (number: number) => `capture:${number}`;
const replyPlace = (number: number) => `reply:${number}`;

/** Another window gave the number meanwhile. */
class Overtaken extends Error {
  override name = "Overtaken";
}

const inLine = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== "undefined" && "locks" in navigator
    ? (navigator.locks.request("levee.field.save", work) as Promise<T>)
    : work();

type Given = Omit<Written, "photos"> & { title: string; draft: string };

const signed = async (row: DeviceRow, envelope: CaptureEnvelope) => {
  const bytes = captureBytes(envelope);
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    row.signing,
    bytes,
  );
  return { hash: await bytesHash(bytes), signature: toBase64Url(new Uint8Array(signature)) };
};

const commit = async (field: OpenField, given: Given, clock: PacketClock): Promise<CaptureRow> => {
  const { db, key } = field;
  const head = await db.device.get("device");
  if (!head || head.device !== field.device) throw new Error("This device is not enrolled.");
  const held = await photosOf(field, given.draft);
  const photos: CapturePhoto[] = held.map(({ photo }) => photo);
  const envelope = follow(head, { ...given, photos }, clock, new Date().toISOString());
  const { hash, signature } = await signed(head, envelope);
  const { number } = envelope;
  const kept: Kept = { envelope, signature, title: given.title };
  const row: CaptureRow = {
    number,
    state: "waiting",
    photosWaiting: photos.length,
    sentAt: null,
    sealed: await seal(key, capturePlace(number), kept),
    reply: null,
  };
  await db.transaction("rw", [db.device, db.captures, db.drafts, db.photos], async () => {
    const now = await db.device.get("device");
    if (now?.device !== head.device || now.number !== head.number) throw new Overtaken();
    await db.captures.add(row);
    await db.device.update("device", { number, hash });
    await db.drafts.delete(given.draft);
    for (const { id } of held) await db.photos.update(id, { capture: number, draft: "" });
  });
  return row;
};

/**
 * Gives what was recorded its number and commits both, with the photos of its draft, in one
 * transaction: what this returns lies on the disk. The draft goes.
 */
export const saveCapture = (
  field: OpenField,
  given: Given,
  clock: PacketClock,
): Promise<CaptureRow> =>
  inLine(async () => {
    for (let tries = 0; ; tries++)
      try {
        return await withReserve(field.db, () =>
          onStore(field.db, () => commit(field, given, clock)),
        );
      } catch (error) {
        if (!(error instanceof Overtaken) || tries >= 5) throw error;
      }
  });

/** A capture in plain. */
export const readCapture = ({ key }: OpenField, row: CaptureRow): Promise<Kept> =>
  unseal<Kept>(key, capturePlace(row.number), row.sealed);

/** What the server said of a capture last, or null. */
export const readReply = async ({ key }: OpenField, row: CaptureRow): Promise<Reply | null> =>
  row.reply && unseal<Reply>(key, replyPlace(row.number), row.reply);

/** Keeps what the server said of a capture. */
export const keepReply = async (
  { db, key }: OpenField,
  number: number,
  state: CaptureStanding,
  reply: Reply,
): Promise<void> => {
  const sealed = await seal(key, replyPlace(number), reply);
  const photosWaiting = Math.max(0, reply.photosWanted - reply.photosReceived);
  const held = state !== "waiting" && photosWaiting === 0;
  const write = () =>
    db.transaction("rw", db.captures, async () => {
      const row = await db.captures.get(number);
      if (!row) return;
      await db.captures.update(number, {
        state,
        photosWaiting,
        reply: sealed,
        sentAt: held ? (row.sentAt ?? Date.now()) : null,
      });
    });
  await withReserve(db, () => onStore(db, write));
};
