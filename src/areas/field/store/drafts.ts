import type { OpenField } from "./open.ts";
import { photosOf, dropPhotos } from "./photos.ts";
import { withReserve } from "./reserve.ts";
import { onStore } from "./rows.ts";
import { seal, unseal } from "./seal.ts";

/** What somebody was typing, and when it was kept. */
export interface Draft {
  values: Record<string, unknown>;
  at: number;
}

const draftPlace = (key: string) => `draft:${key}`;

/** Keeps what is being typed, where `still` holds once it is sealed. */
export const keepDraft = async (
  { db, key }: OpenField,
  draft: string,
  values: Record<string, unknown>,
  still: () => boolean = () => true,
): Promise<void> => {
  const sealed = await seal(key, draftPlace(draft), values);
  if (!still()) return;
  await withReserve(db, () =>
    onStore(db, () => db.drafts.put({ key: draft, at: Date.now(), sealed })),
  );
};

/** What was being typed, or null. */
export const readDraft = async ({ db, key }: OpenField, draft: string): Promise<Draft | null> => {
  const row = await onStore(db, () => db.drafts.get(draft));
  if (!row) return null;
  return { values: await unseal(key, draftPlace(draft), row.sealed), at: row.at };
};

/** Throws away what was being typed, and its photos. */
export const dropDraft = async (field: OpenField, draft: string): Promise<void> => {
  const photos = await photosOf(field, draft);
  await dropPhotos(
    field,
    photos.map(({ id }) => id),
  );
  await onStore(field.db, () => field.db.drafts.delete(draft));
};
