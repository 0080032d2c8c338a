import type { CapturePhoto } from "../capture/envelope.ts";
import { bytesHash } from "./hash.ts";
import type { OpenField } from "./open.ts";
import { photoFits, type Estimate } from "./room.model.ts";
import { onStore, type PhotoRow } from "./rows.ts";
import { seal, sealBytes, unseal, unsealBytes } from "./seal.ts";

/** A photo of a draft or a capture. */
export interface HeldPhoto {
  id: string;
  photo: CapturePhoto;
}

/** A photo that the device has no room for. */
class NoRoom extends Error {
  override name = "NoRoom";
}

const metaPlace = (id: string) => `photo:${id}`;
const bytesPlace = (id: string) => `photo-bytes:${id}`;

/** What the browser says of its room; null where it says nothing. */
export const readRoom = async (): Promise<Estimate> => {
  const said = await navigator.storage?.estimate?.().catch(() => null);
  return said?.quota ? { usage: said.usage ?? 0, quota: said.quota } : null;
};

/**
 * Keeps the original bytes of a photo with a draft, hashed and sealed; the same picture once. @throws NoRoom where it would
 * take what is reserved for text.
 */
export const keepPhoto = async (
  field: OpenField,
  draft: string,
  file: File,
): Promise<HeldPhoto> => {
  const { db, key } = field;
  if (!photoFits(await readRoom(), file.size))
    throw new NoRoom("This device has no room for another photo. What you type is still saved.");
  const bytes = await file.arrayBuffer();
  const photo: CapturePhoto = {
    sha256: await bytesHash(bytes),
    bytes: file.size,
    mediaType: file.type || "application/octet-stream",
    name: file.name || "photo",
  };
  const same = (await photosOf(field, draft)).find((one) => one.photo.sha256 === photo.sha256);
  if (same) return same;
  const id = crypto.randomUUID();
  const sealed = await sealBytes(key, bytesPlace(id), bytes);
  const meta = await seal(key, metaPlace(id), photo);
  await onStore(db, () =>
    db.transaction("rw", db.photos, db.photoBytes, async () => {
      await db.photoBytes.add({ id, sealed });
      await db.photos.add({ id, capture: 0, draft, sealed: meta });
    }),
  );
  known.clear();
  return { id, photo };
};

const read = (field: OpenField, rows: readonly PhotoRow[]): Promise<HeldPhoto[]> =>
  Promise.all(
    rows.map(async ({ id, sealed }) => ({
      id,
      photo: await unseal<CapturePhoto>(field.key, metaPlace(id), sealed),
    })),
  );

const known = new Map<string, readonly HeldPhoto[]>();
const nameOf = ({ device }: OpenField, draft: string) => `${device} ${draft}`;

/** The photos of a draft. */
export const photosOf = async (field: OpenField, draft: string): Promise<HeldPhoto[]> => {
  const found = await read(field, await field.db.photos.where("draft").equals(draft).toArray());
  known.set(nameOf(field, draft), found);
  return found;
};

/** The photos of a draft as they were read last; another window may have changed them since. */
export const photosKnown = async (field: OpenField, draft: string): Promise<readonly HeldPhoto[]> =>
  known.get(nameOf(field, draft)) ?? photosOf(field, draft);

/** Forgets what was read of photos: the store is locked. */
export const closePhotos = (): void => known.clear();

/** The photos of a capture that still lie here. */
export const photosOfCapture = async (field: OpenField, number: number): Promise<HeldPhoto[]> =>
  read(field, await field.db.photos.where("capture").equals(number).toArray());

/** The original bytes of a photo as a file, or null where they left the device. */
export const photoFile = async (
  { db, key }: OpenField,
  { id, photo }: HeldPhoto,
): Promise<File | null> => {
  const row = await db.photoBytes.get(id);
  if (!row) return null;
  const bytes = await unsealBytes(key, bytesPlace(id), row.sealed);
  return new File([bytes], photo.name, { type: photo.mediaType, lastModified: 0 });
};

/** Takes photos away: out of a draft, or because the server holds their bytes. */
export const dropPhotos = async ({ db }: OpenField, ids: readonly string[]): Promise<void> => {
  await onStore(db, () =>
    db.transaction("rw", db.photos, db.photoBytes, async () => {
      await db.photos.bulkDelete([...ids]);
      await db.photoBytes.bulkDelete([...ids]);
    }),
  );
  known.clear();
};
