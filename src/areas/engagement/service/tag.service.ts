import { invalidField } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** What a label names, as far as strangers may know it. */
export type Tagged = {
  tag: string;
  name: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
};
type TagReader = (db: Db, tag: string) => Promise<Tagged | null>;

const readers: TagReader[] = [];
/** Areas whose things bear labels that anybody may report by. */
export const reportTags = extensionPoint<TagReader>(
  "labels to report by",
  (reader) => void readers.push(reader),
);

/** What a label of the scope's agency names to strangers, or null. */
export const taggedBy = async (db: Db, tag: string): Promise<Tagged | null> => {
  for (const read of readers) {
    const found = await read(db, tag);
    if (found) return found;
  }
  return null;
};

/** As `taggedBy`. @throws 422 for a label that is nobody's. */
export const requireTag = async (db: Db, tag: string): Promise<Tagged> => {
  const found = await taggedBy(db, tag);
  if (!found)
    throw invalidField(
      "tag",
      `No label ${tag} of this agency takes reports. Say where it is in words instead.`,
      "unknown_tag",
    );
  return found;
};
