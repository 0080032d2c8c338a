import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { databaseMs } from "../db/database-clock.ts";
import { syncFolder } from "./sync.ts";

/** A content is put on the disk before its record is stored, within this time, in milliseconds. */
const graceMs = 24 * 60 * 60 * 1000;
const atOnce = 500;

const none = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === "ENOENT") return [];
  throw error;
};

/** Whether a folder of contents holds this one. */
export const isKept = (folder: string, sha256: string): Promise<boolean> =>
  access(join(folder, sha256.slice(0, 2), sha256)).then(
    () => true,
    () => false,
  );

/** The contents of a folder that were put there over a day ago. */
const oldOnes = async (folder: string): Promise<string[]> => {
  const now = databaseMs();
  const rooms = (await readdir(folder).catch(none)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const old: string[] = [];
  for (const room of rooms)
    for (const name of await readdir(join(folder, room)).catch(none)) {
      const { mtimeMs } = await stat(join(folder, room, name));
      if (now - mtimeMs > graceMs) old.push(name);
    }
  return old;
};

/** What was made of a content, of a name that begins with its hash. */
const removeDerived = async (folder: string, sha256: string): Promise<void> => {
  const room = join(folder, "derived", sha256.slice(0, 2));
  for (const name of await readdir(room).catch(none))
    if (name.startsWith(`${sha256}-`)) await rm(join(room, name), { force: true });
};

/** Takes a content away from a folder, with what was made of it. */
export const removeContent = async (folder: string, sha256: string): Promise<void> => {
  await removeDerived(folder, sha256);
  await rm(join(folder, sha256.slice(0, 2), sha256), { force: true });
};

/**
 * Takes away contents of a folder, with what was made of them, that are over a day old and that
 * `named` does not give back; gives how many. A content that is put again is young again.
 */
export const sweepFolder = async (
  folder: string,
  named: (sha256s: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> => {
  const old = await oldOnes(folder);
  let gone = 0;
  for (let at = 0; at < old.length; at += atOnce) {
    const some = old.slice(at, at + atOnce);
    const kept = await named(some);
    for (const sha256 of some.filter((each) => !kept.has(each))) {
      await removeContent(folder, sha256);
      gone++;
    }
  }
  return gone;
};

/**
 * Moves a content from one folder into another at one stroke, so that it is always in one of them; what
 * was made of it in the first is taken away. One that is not there is left to whoever reads it.
 */
export const moveApart = async (from: string, to: string, sha256: string): Promise<void> => {
  const room = join(to, sha256.slice(0, 2));
  await mkdir(room, { recursive: true });
  const place = join(from, sha256.slice(0, 2), sha256);
  const moved = await rename(place, join(room, sha256)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
  if (!moved) return;
  await syncFolder(room);
  await removeDerived(from, sha256);
};
