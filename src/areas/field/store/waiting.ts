import { onStore, type CaptureRow, type FieldDb } from "./rows.ts";

/** How many of these captures wait to be sent, or for their photos to be. */
export const waitingOf = (rows: readonly CaptureRow[]): number =>
  rows.filter(({ state, photosWaiting }) => state === "waiting" || photosWaiting > 0).length;

/** How many captures wait to be sent, or for their photos to be. Needs no key. */
export const countWaiting = async (db: FieldDb): Promise<number> =>
  onStore(db, async () => waitingOf(await db.captures.toArray()));
