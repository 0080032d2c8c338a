import { onStore, type FieldDb } from "./rows.ts";

/** How many captures wait to be sent, or for their photos to be. Needs no key. */
export const countWaiting = async (db: FieldDb): Promise<number> =>
  onStore(
    db,
    async () =>
      (await db.captures.toArray()).filter(
        ({ state, photosWaiting }) => state === "waiting" || photosWaiting > 0,
      ).length,
  );
