// What is reserved for text lies in the store itself: browsers of today name a room that is not theirs (Chrome
// says ten gigabytes more than is used, whatever the disk holds), so that only a write tells.
import { textBytes } from "./room.model.ts";
import { isFull, type FieldDb } from "./rows.ts";

const id = "reserve";
const mostAtOnce = 65_536;
const pauseMs = 300;
const mostTries = 12;

/** Fills what is reserved for text, where it is not filled; a device without that room goes without. */
export const keepReserve = async (db: FieldDb): Promise<void> => {
  if ((await db.photoBytes.where("id").equals(id).count()) > 0) return;
  const sealed = new Uint8Array(textBytes);
  for (let at = 0; at < textBytes; at += mostAtOnce)
    crypto.getRandomValues(sealed.subarray(at, at + mostAtOnce));
  await db.photoBytes.add({ id, sealed }).catch((error: unknown) => {
    if (!isFull(error)) throw error;
  });
};

/**
 * Writes text; where the device is full, into what was reserved for it. Browsers give room back a moment
 * after what filled it is gone: it is tried for some seconds. Throws what the last try threw.
 */
export const withReserve = async <T>(db: FieldDb, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await db.photoBytes.delete(id);
  }
  for (let tries = 1; ; tries++)
    try {
      await new Promise<void>((done) => setTimeout(done, pauseMs));
      return await write();
    } catch (error) {
      if (!isFull(error) || tries >= mostTries) throw error;
    }
};
