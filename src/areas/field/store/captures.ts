import { captureBytes, type CaptureEnvelope, type CapturePhoto } from "../capture/envelope.ts";
import { follow, type PacketClock, type Written } from "./chain.model.ts";
import { bytesHash } from "./hash.ts";
import type { OpenField } from "./open.ts";
import { photosKnown, photosOf, type HeldPhoto } from "./photos.ts";
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

type Given = Omit<Written, "photos"> & { title: string; draft: string };

const signed = async (row: DeviceRow, envelope: CaptureEnvelope) => {
  const bytes = captureBytes(envelope);
  const [hash, signature] = await Promise.all([
    bytesHash(bytes),
    crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, row.signing, bytes),
  ]);
  return { hash, signature: toBase64Url(new Uint8Array(signature)) };
};

type Basis = { head: DeviceRow; held: readonly HeldPhoto[] };

const basisOf = async (
  field: OpenField,
  draft: string,
  head: DeviceRow | null | undefined,
): Promise<Basis> => {
  const [found, held] = await Promise.all([
    head ?? field.db.device.get("device"),
    head ? photosKnown(field, draft) : photosOf(field, draft),
  ]);
  if (found?.device !== field.device) throw new Error("This device is not enrolled.");
  return { head: found, held };
};

// What the capture was made from is compared in the transaction that writes it: nothing is asked of the store before.
const write = (
  { db }: OpenField,
  { head, held }: Basis,
  draft: string,
  row: CaptureRow,
  hash: string,
) =>
  db.transaction("rw", [db.device, db.captures, db.drafts, db.photos], async () => {
    const [now, photos] = await Promise.all([
      db.device.get("device"),
      db.photos.where("draft").equals(draft).toArray(),
    ]);
    const ids = new Set(held.map(({ id }) => id));
    const same = photos.length === ids.size && photos.every(({ id }) => ids.has(id));
    if (now?.device !== head.device || now.number !== head.number || !same) throw new Overtaken();
    const { number } = row;
    await Promise.all([
      db.captures.add(row),
      db.device.put({ ...now, number, hash }),
      db.drafts.delete(draft),
      db.photos.bulkPut(photos.map((photo) => ({ ...photo, capture: number, draft: "" }))),
    ]);
  });

const commit = async (
  field: OpenField,
  given: Given,
  clock: PacketClock,
  known: DeviceRow | null | undefined,
): Promise<CaptureRow> => {
  const basis = await basisOf(field, given.draft, known);
  const photos: CapturePhoto[] = basis.held.map(({ photo }) => photo);
  const envelope = follow(basis.head, { ...given, photos }, clock, new Date().toISOString());
  const { hash, signature } = await signed(basis.head, envelope);
  const { number } = envelope;
  const kept: Kept = { envelope, signature, title: given.title };
  const row: CaptureRow = {
    number,
    state: "waiting",
    photosWaiting: photos.length,
    sentAt: null,
    sealed: await seal(field.key, capturePlace(number), kept),
    reply: null,
  };
  await write(field, basis, given.draft, row, hash);
  return row;
};

const mostTries = 20;

/**
 * Gives what was recorded its number and commits both, with the photos of its draft, in one
 * transaction: what this returns lies on the disk. The draft goes. `known`: the device as it was read
 * last; where another window gave a number or a photo meanwhile, it is read and tried again.
 */
export const saveCapture = async (
  field: OpenField,
  given: Given,
  clock: PacketClock,
  known?: DeviceRow | null,
): Promise<CaptureRow> => {
  for (let tries = 1; ; tries++)
    try {
      const from = tries === 1 ? known : null;
      return await withReserve(field.db, () =>
        onStore(field.db, () => commit(field, given, clock, from)),
      );
    } catch (error) {
      if (!(error instanceof Overtaken) || tries >= mostTries) throw error;
    }
};

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
