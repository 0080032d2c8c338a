import { databaseMs } from "../db/database-clock.ts";
import { contentKey, contentsOf, type Place } from "./place.ts";

/** A content is put into its place before its record is stored, within this time, in milliseconds. */
const graceMs = 24 * 60 * 60 * 1000;
const atOnce = 500;

/** Whether a place holds this content. */
export const isKept = async (place: Place, sha256: string): Promise<boolean> =>
  (await place.head(contentKey(sha256))) !== null;

/** The contents of a place that were put there over a day ago. */
const oldOnes = async (place: Place): Promise<string[]> => {
  const now = databaseMs();
  const old: string[] = [];
  for await (const { sha256, changedMs } of contentsOf(place))
    if (now - changedMs > graceMs) old.push(sha256);
  return old;
};

/** What was made of a content, of a name that begins with its hash. */
const removeDerived = async (place: Place, sha256: string): Promise<void> => {
  for await (const { key } of place.list(`derived/${contentKey(sha256)}-`)) await place.remove(key);
};

/** Takes a content away from a place, with what was made of it. */
export const removeContent = async (place: Place, sha256: string): Promise<void> => {
  await removeDerived(place, sha256);
  await place.remove(contentKey(sha256));
};

/**
 * Takes away contents of a place, with what was made of them, that are over a day old and that
 * `named` does not give back; gives how many. A content that is put again is young again.
 */
export const sweepPlace = async (
  place: Place,
  named: (sha256s: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> => {
  const old = await oldOnes(place);
  let gone = 0;
  for (let at = 0; at < old.length; at += atOnce) {
    const some = old.slice(at, at + atOnce);
    const kept = await named(some);
    for (const sha256 of some.filter((each) => !kept.has(each))) {
      await removeContent(place, sha256);
      gone++;
    }
  }
  return gone;
};

/**
 * Moves a content to another key, so that it is always under one of them; what was made of it is taken
 * away. One that is not there is left to whoever reads it.
 */
export const moveApart = async (place: Place, part: string, sha256: string): Promise<void> => {
  const key = contentKey(sha256);
  if (await place.move(key, `${part}/${key}`)) await removeDerived(place, sha256);
};
