import { createHash } from "node:crypto";
import { folderPlace } from "#server/files/folder.ts";
import type { Place } from "#server/files/place.ts";
import { openNote, signNote } from "#kernel/checkpoint.ts";
import type { App } from "#server/app.ts";
import { auditKeys } from "#server/keys.ts";
import type { DeletionFacts } from "./deletion.tables.ts";

type Where = Pick<App, "config" | "files">;

/** An agency that was deleted, as the list beside backups names it: by the digest of its id. */
export type Deleted = { digest: string; agency: string; began: string; facts: DeletionFacts };

/** SHA-256 (hex) of an agency's id: what names it when nothing holds the id any more. */
export const digestOfAgency = (orgId: string): string =>
  createHash("sha256").update(orgId).digest("hex");

const listName = "deleted-agencies.jsonl";

/** Where the list is kept: beside the files, and beside the backups where they are made. */
const placesOf = ({ config, files }: Where): Place[] => [
  files.place,
  ...(config.LEVEE_BACKUP_DIR ? [folderPlace(config.LEVEE_BACKUP_DIR)] : []),
];

const notesIn = (text: string): string[] =>
  text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as string];
    } catch {
      // A line that was cut by a kill names nothing: whoever wrote it writes it again.
      return [];
    }
  });

const readNote = async (note: string): Promise<Deleted | null> => {
  const opened = await openNote(note, auditKeys().verifier);
  return "text" in opened ? (JSON.parse(opened.text) as Deleted) : null;
};

const notesOf = async (place: Place): Promise<Deleted[]> =>
  (await Promise.all(notesIn(await place.appended(listName)).map(readNote))).filter(
    (one) => one !== null,
  );

/** The agencies that this installation deleted, of both lists; what another key signed counts for nothing. */
export const readDeleted = async (app: Where): Promise<Map<string, Deleted>> => {
  const found = new Map<string, Deleted>();
  for (const place of placesOf(app))
    for (const one of await notesOf(place)) found.set(one.digest, one);
  return found;
};

/** Writes an agency into the lists that lack it, on the disk before anything of it is deleted. */
export const keepDeleted = async (app: Where, one: Deleted): Promise<void> => {
  const { verifier, sign } = auditKeys();
  const note = signNote(verifier, `${JSON.stringify(one)}\n`, sign);
  for (const place of placesOf(app)) {
    const known = await notesOf(place);
    if (known.some(({ digest }) => digest === one.digest)) continue;
    await place.append(listName, JSON.stringify(note));
  }
};

/**
 * Takes over what the list in a folder of backups names, into the lists of this installation: a restore
 * begins with empty ones. Gives how many agencies it names.
 */
export const takeOverDeleted = async (app: Where, folder: string): Promise<number> => {
  const named = await notesOf(folderPlace(folder));
  for (const one of named) await keepDeleted(app, one);
  return named.length;
};
