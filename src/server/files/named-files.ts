import type { Actor } from "#kernel/access.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import type { Db } from "../db/db.ts";
import { openFiles } from "./holders.ts";

// Where a field names what the actor may not put in; what the record had before stays.
const strangersOf = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
  before: readonly string[],
): Promise<number[]> => {
  const found = await openFiles(
    db,
    actor,
    ids.filter((id) => !before.includes(id)),
  );
  return ids.flatMap((id, at) => (before.includes(id) || found.has(id) ? [] : [at]));
};

const errorsAt = (field: string, what: string, places: readonly number[]): FieldError[] =>
  places.map((at) => ({
    path: `${field}.${at}`,
    message: `This ${what} is not there. Upload it again.`,
  }));

/** The photos that the field `photoFileIds` names. 422 `photo_missing` at each one that the actor may not put in. */
export const requirePhotos = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
  before: readonly string[] = [],
): Promise<void> => {
  const errors = errorsAt("photoFileIds", "photo", await strangersOf(db, actor, ids, before));
  if (errors.length > 0) throw invalid("photo_missing", errors[0]!.message, errors);
};

/** The files that the field `fileIds` names. 422 `file_missing` at each one that the actor may not put in. */
export const requireFiles = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
  before: readonly string[] = [],
): Promise<void> => {
  const errors = errorsAt("fileIds", "file", await strangersOf(db, actor, ids, before));
  if (errors.length > 0) throw invalid("file_missing", errors[0]!.message, errors);
};
